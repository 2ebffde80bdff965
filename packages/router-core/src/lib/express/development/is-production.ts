import type { ExpressRequest } from '../request/express-request.js'

type Application = ExpressRequest['app'] & { readonly parent?: Application | undefined }

/**
 * By `NODE_ENV`, or by the setting `env` of the application or of one that it is mounted in: Express gives each its own.
 *
 * @param application undefined while there is none
 */
export function isProduction(application: Application | undefined): boolean {
  if (process.env['NODE_ENV'] === 'production') return true
  for (let each = application; each !== undefined; each = each.parent)
    if (each.get('env') === 'production') return true
  return false
}
