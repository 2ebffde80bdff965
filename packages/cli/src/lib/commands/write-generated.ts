import {
  flagOption,
  textOption,
  type CommandArguments,
  type CommandOptions,
} from '../options/command-options.js'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Router } from '@mvc-router/router-core'
import { RouteTableSource, routerOfFiles } from '@mvc-router/router-core/tools'
import type { ExitCode } from './command.js'
import { routeOptions } from '../routes/route-options.js'
import { paintProblem } from '../terminal/paint-problem.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import { shellWord } from '../terminal/shell-word.js'

export interface GeneratedFile {
  /** The path from the command line, or a path next to it. */
  readonly path: string
  readonly text: string
}

export const generatedFileOptions = (byDefault: string): CommandOptions => ({
  out: textOption('FILE', `where to write it, "-" for the terminal; default ${byDefault}`, 'o'),
  check: flagOption('write nothing; end with 1 if a file is out of date'),
  watch: flagOption('write again when a route file changes', 'w'),
})

/**
 * Writes generated files. `--check` only compares them, and `--watch` writes them again after each change.
 *
 * @param facts more fields for `--json`
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
  const [isCheck, isWatch, isJson] = [args.flag('check'), args.flag('watch'), args.flag('json')]
  if (isCheck && isWatch) throw new UsageException('--check and --watch do not go together')
  if (isJson && isWatch)
    throw new UsageException('--json and --watch do not go together, because --json prints a single document')
  if (args.text('out') === '-') {
    if (isCheck || isWatch || isJson)
      throw new UsageException(
        '--out - prints the file, and does not go together with --check, --watch or --json',
      )
    terminal.print(generate(router)[0]?.text.trimEnd() ?? '')
    return 0
  }
  // The hint repeats the options. For example, without `--exclude` the command would write more actions.
  const words = args.words.filter((word) => word !== '--check').map((word) => shellWord(word))
  const again = ['mvc-router', command, ...words].join(' ')
  const update = async (current: Router): Promise<readonly string[]> => {
    const files = generate(current)
    const stale = new Map((await staleFiles(command, files, terminal)).map(({ path, text }) => [path, text]))
    const changed = [...stale.keys()]
    if (!isCheck) await writeFiles(stale, terminal.cwd, '--out FILE names another one')
    if (isJson) printJson(terminal, { ...facts, files: files.map(({ path }) => path), changed })
    else
      for (const path of changed)
        if (isCheck) terminal.complain(`${path} is not up to date: ${again}`)
        else terminal.print(`Wrote ${path}`)
    return changed
  }
  const changed = await update(router)
  if (isWatch) await watch(args, terminal, update)
  return isCheck && changed.length > 0 ? 1 : 0
}

/** Runs until the process ends. If a route file has a mistake, the generated files do not change. */
async function watch(
  args: CommandArguments,
  terminal: Terminal,
  update: (router: Router) => Promise<unknown>,
): Promise<void> {
  const { files: locations, ...options } = routeOptions(args)
  const settings = { ...options, cwd: terminal.cwd, onWarning: (): void => {} }
  const source = new RouteTableSource<Router>({
    ...settings,
    locations,
    build: ({ files, find }) => routerOfFiles(files, find, settings),
  })
  source.on('reload-error', ({ errors }) => {
    for (const problem of errors) terminal.complain(`${paintProblem(problem, 'red', terminal)}\n`)
  })
  source.on('reload', (router) => {
    update(router).catch(({ message }: Error) => terminal.complain(message))
  })
  await update(await source.load())
  source.start()
  terminal.complain(`Watching ${locations.join(', ')}`)
  // The watcher does not keep the process alive.
  await new Promise(() => setInterval(() => {}, 2 ** 30))
}

/**
 * Returns files that are missing or differ. Line ends are ignored, because git may have converted them.
 *
 * @throws UsageException if a person or another command wrote a file
 */
async function staleFiles(
  command: string,
  files: readonly GeneratedFile[],
  { cwd }: Terminal,
): Promise<GeneratedFile[]> {
  const texts = await Promise.all(
    files.map(async ({ path }) => readFile(resolve(cwd, path), 'utf8').catch(() => '')),
  )
  const signature = `Written by "mvc-router ${command}"`
  const foreign = files.find((_file, index) => {
    const text = texts[index]?.trim() ?? ''
    return text !== '' && !text.slice(0, 500).includes(signature)
  })
  if (foreign !== undefined)
    throw new UsageException(
      `${foreign.path} exists, and "mvc-router ${command}" has not written it`,
      '--out FILE names another one',
    )
  return files.filter(({ text }, index) => text !== texts[index]?.replaceAll('\r\n', '\n'))
}
