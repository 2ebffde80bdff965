import type send from 'send'
import { dependency } from '../../dependency.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from '../request/express-request.js'

const sender = dependency<typeof send>('send')

/**
 * Answers with a file below `root`. Folders are never listed, names that start with a dot are not found, and nothing
 * outside of the root is reached. A missing file goes to `next()`.
 *
 * @param resource the path below the root, decoded
 */
export function serveFile(
  request: ExpressRequest,
  response: ExpressResponse,
  next: NextFunction,
  {
    root,
    resource,
    dotfiles,
  }: { readonly root: string; readonly resource: string; readonly dotfiles: 'allow' | 'ignore' },
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    next()
    return
  }
  const stream = sender()(request, `/${resource.split('/').map(encodeURIComponent).join('/')}`, {
    root,
    dotfiles,
  })
  stream.on('error', (error: Error & { readonly status?: number }) => {
    const isAbsent = error.status === 400 || error.status === 403 || error.status === 404
    next(isAbsent ? undefined : error)
  })
  // Without this, `send` would redirect to the folder with a slash, and it does not know of mount paths.
  stream.on('directory', () => next())
  stream.pipe(response)
}
