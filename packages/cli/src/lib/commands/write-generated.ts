import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Router } from '@mvc-router/router-core'
import { RouteTableSource, routerOfFiles } from '@mvc-router/router-core/tools'
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
 * @param facts what `--json` tells beside the files
 * @throws RouteFileParsingException, UsageException
 */
export async function writeGenerated(
  command: string,
  args: CommandArguments,
  terminal: Terminal,
  router: Router,
  generate: (router: Router) => readonly GeneratedFile[],
  facts: object = {},
): Promise<ExitCode> {
  const files = generate(router)
  const [first] = files
  const [isCheck, isWatch, isJson] = [args.flag('check'), args.flag('watch'), args.flag('json')]
  if (isCheck && isWatch) throw new UsageException('--check and --watch do not go together')
  if (isJson && isWatch)
    throw new UsageException('--json and --watch do not go together: there is one document')
  if (first?.path === '-') {
    if (isCheck || isWatch || isJson)
      throw new UsageException('--out - prints the file, and goes with none of --check, --watch and --json')
    terminal.print(first.text.trimEnd())
    return 0
  }
  const stale: GeneratedFile[] = []
  for (const file of files) if ((await readIfThere(file, terminal)) !== file.text) stale.push(file)
  const paths = (all: readonly GeneratedFile[]): string[] => all.map(({ path }) => path)
  if (!isCheck) for (const file of stale) await write(file, terminal)
  if (isJson)
    terminal.print(JSON.stringify({ ...facts, files: paths(files), changed: paths(stale) }, null, 2))
  else
    for (const path of paths(stale)) {
      if (isCheck) terminal.complain(`${path} is not up to date: mvc-router ${command} --out ${first?.path}`)
      else terminal.print(`Wrote ${path}`)
    }
  if (isWatch) await watch(args, terminal, generate)
  return isCheck && stale.length > 0 ? 1 : 0
}

/** @throws UsageException */
async function write({ path, text }: GeneratedFile, { cwd }: Terminal): Promise<void> {
  const target = resolve(cwd, path)
  try {
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
  } catch (error) {
    const [, reason = String(error)] = /^\w+: ([^,]+)/.exec((error as Error).message) ?? []
    throw new UsageException(`Cannot write ${path}: ${reason}`, '--out FILE names another one', {
      cause: error,
    })
  }
}

/** Until the process ends. A route file that cannot be read leaves the files as they are. */
async function watch(
  args: CommandArguments,
  terminal: Terminal,
  generate: (router: Router) => readonly GeneratedFile[],
): Promise<void> {
  const { files: locations, ...options } = routeOptions(args)
  const settings = { ...options, cwd: terminal.cwd, onWarning: (): void => {} }
  const source = new RouteTableSource<Router>({
    ...settings,
    locations,
    build: ({ files, find }) => routerOfFiles(files, find, settings),
  })
  const update = async (router: Router): Promise<void> => {
    for (const file of generate(router)) {
      if ((await readIfThere(file, terminal)) === file.text) continue
      await write(file, terminal)
      terminal.print(`Wrote ${file.path}`)
    }
  }
  source.on('reload-error', ({ errors }) => {
    for (const problem of errors) terminal.complain(`${paintProblem(problem, 'red', terminal)}\n`)
  })
  source.on('reload', (router) => {
    update(router).catch(({ message }: Error) => terminal.complain(message))
  })
  await update(await source.load())
  source.start()
  terminal.complain(`Watching ${locations.join(', ')}`)
  // Whoever watches files holds no process alive.
  await new Promise(() => setInterval(() => {}, 2 ** 30))
}

async function readIfThere({ path }: GeneratedFile, { cwd }: Terminal): Promise<string | undefined> {
  try {
    return await readFile(resolve(cwd, path), 'utf8')
  } catch {
    return undefined
  }
}
