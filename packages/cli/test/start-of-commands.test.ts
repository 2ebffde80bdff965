import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { build, type Metafile } from 'esbuild'

/** Returns the packages that the modules of a command import before it runs. */
async function packagesOf(command: string): Promise<string[]> {
  const folder = fileURLToPath(new URL('../src/lib/commands/', import.meta.url))
  const { metafile } = await build({
    entryPoints: [`${folder}${command}-command.ts`, `${folder}run-command.ts`],
    outdir: folder,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const found = new Set<string>()
  const follow = ({ outputs }: Metafile, path: string): void => {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external !== true) follow({ outputs } as Metafile, imported)
      else if (!imported.startsWith('node:')) found.add(imported)
    }
  }
  for (const path of Object.keys(metafile.outputs))
    if (path.endsWith(`${command}-command.js`) || path.endsWith('run-command.js')) follow(metafile, path)
  return [...found].toSorted()
}

test.each(['list', 'match', 'reverse'])(
  'the command %s loads no template engine and no parser of programs',
  async (command) => {
    expect(await packagesOf(command)).toEqual(['@mvc-router/router-core', '@mvc-router/router-core/tools'])
  },
)

test('the command check loads the Liquid engine', async () => {
  expect(await packagesOf('check')).toContain('@mvc-router/view-liquid/syntax')
})
