import { parseArgs } from 'node:util'
import { defaultChoices, engines, hosts, languages, readChoice, type Choices } from './choices.js'
import { StarterException } from './starter-exception.js'

export interface CommandLine {
  readonly folder: string | undefined
  readonly choices: Choices
  /** True if the user made no choice and did not pass `--yes`. */
  readonly asks: boolean
  readonly help: boolean
}

/** @throws StarterException for an unknown option or choice, and for a second folder */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args)
  const [folder, another] = positionals
  if (another !== undefined)
    throw new StarterException(`Expected one folder, got "${folder}" and "${another}"`)
  const { engine, host, language, rest, css, yes = false, help = false } = values
  const choices = {
    engine: engine === undefined ? defaultChoices.engine : readChoice('engine', engine, engines),
    host: host === undefined ? defaultChoices.host : readChoice('host', host, hosts),
    language: language === undefined ? defaultChoices.language : readChoice('language', language, languages),
    rest: rest ?? defaultChoices.rest,
    css: css ?? defaultChoices.css,
  }
  const isNothingChosen = [engine, host, language, rest, css].every((value) => value === undefined)
  return { folder, choices, asks: isNothingChosen && !yes, help }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        engine: { type: 'string' },
        host: { type: 'string' },
        language: { type: 'string' },
        rest: { type: 'boolean' },
        css: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Node's second sentence only explains arguments that begin with a dash.
    const [reason = ''] = (error as Error).message.split('. ')
    throw new StarterException(`${reason}; --help lists the options`, { cause: error })
  }
}
