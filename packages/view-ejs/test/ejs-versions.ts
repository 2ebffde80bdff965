import type { EjsModule } from '@mvc-router/view-ejs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export interface EjsVersion {
  readonly version: string
  readonly ejs: EjsModule & { clearCache(): void }
}

/** The first and the last supported version of EJS, and each major version between. */
export const ejsVersions: readonly EjsVersion[] = await Promise.all(
  ['ejs3', 'ejs4', 'ejs5', 'ejs6', 'ejs'].map(async (name) => {
    const { default: ejs } = (await import(name)) as { default: EjsVersion['ejs'] }
    const { version } = require(`../../../node_modules/${name}/package.json`) as { version: string }
    return { version, ejs }
  }),
)
