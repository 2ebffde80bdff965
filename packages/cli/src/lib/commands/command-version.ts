import { createRequire } from 'node:module'

export function commandVersion(): string {
  const manifest = createRequire(import.meta.url)('@mvc-router/cli/package.json') as {
    readonly version: string
  }
  return manifest.version
}
