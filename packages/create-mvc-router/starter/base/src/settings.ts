import { fileURLToPath } from 'node:url'

export const isProduction = process.env['NODE_ENV'] === 'production'

/** The folder of routes.conf, views and public. */
export const folder = fileURLToPath(new URL('..', import.meta.url))
