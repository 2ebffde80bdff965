import type send from 'send'
import { dependency } from '#dependency'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import type { StaticFile } from '../snapshot/static-file.js'

const sender = dependency<typeof send>('send')

/**
 * Answers with a file inside `root`, never with the list of a folder. It calls `next()` for a missing file. It also
 * calls `next()` for a name that starts with a dot, if the route file does not name the file.
 */
export function serveFile(
  request: HostRequest,
  response: HostResponse,
  next: NextFunction,
  { root, resource, isNamed }: StaticFile,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    next()
    return
  }
  const stream = sender()(request, `/${resource.split('/').map(encodeURIComponent).join('/')}`, {
    root,
    dotfiles: isNamed ? 'allow' : 'ignore',
  })
  stream.on('error', (error: Error & { readonly status?: number }) => {
    const isAbsent = error.status === 400 || error.status === 403 || error.status === 404
    next(isAbsent ? undefined : error)
  })
  // `send` would redirect to the folder with a slash, but without the mount path.
  stream.on('directory', () => next())
  stream.pipe(response)
}
