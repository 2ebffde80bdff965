import { createRequire } from 'node:module'
import type * as Util from 'node:util'

/** Where a command writes, and how. */
export interface Terminal {
  /** Results. A line end is added. */
  readonly print: (text: string) => void
  /** Problems and remarks. A line end is added. */
  readonly complain: (text: string) => void
  /** How many characters fit in a line; infinite for a pipe or a file, where nothing is broken. */
  readonly columns: number
  readonly paint: (style: TextStyle, text: string) => string
  readonly cwd: string
}

/** A color or weight of text in a terminal. */
export type TextStyle = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'

/** The terminal of this process. It has colours if stdout is a terminal with colours, but not with `NO_COLOR`. */
export function processTerminal(): Terminal {
  const { stdout, stderr } = process
  const hasColours = stdout.isTTY && stdout.hasColors()
  const { styleText } = createRequire(import.meta.url)('node:util') as typeof Util
  return {
    print: (text) => void stdout.write(`${text}\n`),
    complain: (text) => void stderr.write(`${text}\n`),
    columns: stdout.isTTY ? Math.max(40, stdout.columns || 80) : Infinity,
    paint: (style, text) => (hasColours ? styleText(style, text) : text),
    cwd: process.cwd(),
  }
}

/** Prints the only document of `--json`. */
export function printJson({ print }: Pick<Terminal, 'print'>, value: unknown): void {
  print(JSON.stringify(value, null, 2))
}
