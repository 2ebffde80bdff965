import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { actionTypes } from '../routes/action-types.js'
import type { Command } from './command.js'
import { loadRouter } from '../routes/load-router.js'

/** `mvc-router types`: the compiler learns the actions. */
export const typesCommand: Command = {
  name: 'types',
  summary: 'Writes a .d.ts by which TypeScript knows every action and the arguments it needs.',
  synopsis: '[--out FILE] [--check]',
  options: { out: { type: 'string', short: 'o' }, check: { type: 'boolean' } },
  help: [
    ['-o, --out FILE', 'where to write it, "-" for the terminal; default routes.d.ts'],
    ['--check', 'write nothing, and end with 1 where the file is not up to date'],
  ],
  async run(args, terminal) {
    const out = args.text('out') ?? 'routes.d.ts'
    const router = await loadRouter(args, terminal.cwd)
    const text = actionTypes(router, [...new Set(router.routes.map(({ file }) => file))])
    if (out === '-') {
      terminal.print(text.trimEnd())
      return 0
    }
    const path = resolve(terminal.cwd, out)
    const isCurrent = (await readIfThere(path)) === text
    if (isCurrent) return 0
    if (args.flag('check')) {
      terminal.complain(`${out} is not up to date: mvc-router types --out ${out}`)
      return 1
    }
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    terminal.print(`Wrote ${out}`)
    return 0
  },
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
