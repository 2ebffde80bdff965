import { wrongOption } from '../exceptions.js'
import { isFinishedUrl } from './finished-url.js'
import { encodeLiteral, isDotSegment } from '../syntax/percent-encoding.js'

/**
 * Makes a mount path safe as the start of a URL. The client chooses the text of `req.baseUrl`, so it may have empty
 * segments, dot segments and unencoded characters.
 *
 * @throws ConfigurationException for a value that is not a text
 */
export function normalizeMountPath(mountPath: string): string {
  if (typeof mountPath !== 'string')
    throw wrongOption('mountPath', 'expected a path, such as /shop; in Express it is req.baseUrl')
  if (mountPath === '' || mountPath === '/') return ''
  const segments = mountPath
    .toWellFormed()
    .split('/')
    .filter((segment) => segment !== '' && !isDotSegment(segment))
    .map((segment) => encodeLiteral(segment.replace(/%(?![0-9A-Fa-f]{2})/g, '%25')).replaceAll("'", '%27'))
  const path = `/${segments.join('/')}`
  return segments.length === 0 || !isFinishedUrl(path) ? '' : path
}
