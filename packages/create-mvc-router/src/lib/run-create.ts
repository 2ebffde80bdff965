import { resolve } from 'node:path'
import { askChoices } from './ask-choices.js'
import { engines, hosts, languages } from './choices.js'
import { readCommandLine } from './read-command-line.js'
import { StarterException } from './starter-exception.js'
import { checkFolder, writeStarter } from './write-starter.js'

export interface CreateTerminal {
  readonly cwd: string
  /** True if a person can answer questions. */
  readonly isInteractive: boolean
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs `npm create mvc-router` and returns the exit code. */
export async function runCreate(args: readonly string[], terminal: CreateTerminal): Promise<number> {
  try {
    return await create(args, terminal)
  } catch (error) {
    if (!(error instanceof StarterException)) throw error
    terminal.complain(error.message)
    return 2
  }
}

async function create(
  args: readonly string[],
  { cwd, isInteractive, print }: CreateTerminal,
): Promise<number> {
  const { folder, choices, asks, help } = readCommandLine(args)
  if (help) {
    print(usage)
    return 0
  }
  if (folder !== undefined) checkFolder(cwd, folder)
  const answered = asks && isInteractive ? await askChoices(cwd, folder) : given(folder, choices)
  if (answered === undefined) return 1
  writeStarter(resolve(cwd, answered.folder), answered.choices)
  const { engine, host, language, rest, css } = answered.choices
  const extras = [...(rest ? ['a REST API'] : []), ...(css ? ['a style sheet'] : [])]
  print(`Wrote ${answered.folder}: ${[engine, host, language, ...extras].join(', ')}

  cd ${answered.folder}
  npm install
  npm run dev`)
  return 0
}

function given<Given>(folder: string | undefined, choices: Given): { folder: string; choices: Given } {
  if (folder !== undefined) return { folder, choices }
  throw new StarterException('Expected the name of a folder, as in npm create mvc-router@latest shop')
}

const usage = `Usage: npm create mvc-router@latest FOLDER -- [options]

Writes a small application: pages with links and a form, tests, error pages.
Without options, the command asks.

  --engine NAME      ${engines.join(', ')}
  --host NAME        ${hosts.join(', ')}
  --language NAME    ${languages.join(', ')}
  --rest             a REST API beside the pages
  --css              a style sheet
  -y, --yes          ask nothing

Example: npm create mvc-router@latest shop -- --engine eta --css`
