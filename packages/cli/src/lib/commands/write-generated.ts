import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Router } from '@mvc-router/router-core'
import type { CommandArguments } from '../options/command-options.js'
import type { ExitCode } from './command.js'
import { routeOptions } from '../routes/load-router.js'
import { paintProblem } from '../terminal/paint-problem.js'
import type { Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'

/** A file that is made of the route table. */
export interface GeneratedFile {
  /** As the user wrote it, or beside what the user wrote. */
  readonly path: string
  readonly text: string
}

/** The options of every command that writes files of the route table. */
export const generatedFileOptions = {
  out: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  watch: { type: 'boolean', short: 'w' },
} as const

/** The lines of the help that explain them. */
export const generatedFileHelp = (byDefault: string): readonly (readonly [string, string])[] => [
  ['-o, --out FILE', `where to write it, "-" for the terminal; default ${byDefault}`],
  ['--check', 'write nothing, and end with 1 where a file is not up to date'],
  ['-w, --watch', 'go on, and write again when a route file changes'],
]

/**
 * Writes the files that `generate` makes, or compares them, or writes them again and again.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function writeGenerated(
  command: string,
  args: CommandArguments,
  terminal: Terminal,
  router: Router,
  generate: (router: Router) => readonly GeneratedFile[],
): Promise<ExitCode> {
  const files = generate(router)
  const [first] = files
  if (first?.path === '-') {
    terminal.print(first.text.trimEnd())
    return 0
  }
  const stale: GeneratedFile[] = []
  for (const file of files) if ((await readIfThere(file, terminal)) !== file.text) stale.push(file)
  if (args.flag('check')) {
    if (args.flag('watch')) throw new UsageException('--check and --watch do not go together')
    for (const { path } of stale)
      terminal.complain(`${path} is not up to date: mvc-router ${command} --out ${first?.path}`)
    return stale.length === 0 ? 0 : 1
  }
  for (const file of stale) await write(file, terminal)
  if (args.flag('watch')) await watch(args, terminal, generate)
  return 0
}

async function write({ path, text }: GeneratedFile, terminal: Terminal): Promise<void> {
  const target = resolve(terminal.cwd, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text)
  terminal.print(`Wrote ${path}`)
}

/** Until the process ends. A route file that cannot be read leaves the files as they are. */
async function watch(
  args: CommandArguments,
  terminal: Terminal,
  generate: (router: Router) => readonly GeneratedFile[],
): Promise<void> {
  const { RouterHandlerMapping } = await import('@mvc-router/router-core/express')
  const { files, ...options } = routeOptions(args)
  const mapping = new RouterHandlerMapping({
    ...options,
    routeFiles: files,
    cwd: terminal.cwd,
    autoReloadEnabled: true,
    onWarning: () => {},
  })
  await mapping.load()
  mapping.on('reload-error', ({ errors }) => {
    for (const problem of errors) terminal.complain(`${paintProblem(problem, 'red', terminal)}\n`)
  })
  mapping.on('reload', (router) => {
    void (async () => {
      for (const file of generate(router))
        if ((await readIfThere(file, terminal)) !== file.text) await write(file, terminal)
    })()
  })
  terminal.complain(`Watching ${files.join(', ')}`)
  await new Promise(() => {})
}

async function readIfThere({ path }: GeneratedFile, { cwd }: Terminal): Promise<string | undefined> {
  try {
    return await readFile(resolve(cwd, path), 'utf8')
  } catch {
    return undefined
  }
}
