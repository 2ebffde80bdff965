import { wrongOption } from '../exceptions.js'
import { isFinishedUrl } from './finished-url.js'
import { encodeLiteral, isDotSegment } from '../syntax/percent-encoding.js'

/**
 * A mount path that can safely start a URL. It starts with one slash, and does not end in a slash. It has no empty
 * segments and no segments of dots, and is encoded. `req.baseUrl` is the text of the client, so it is never used
 * unchanged.
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
