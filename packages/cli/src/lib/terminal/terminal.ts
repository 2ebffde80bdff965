import { builtin } from '@mvc-router/router-core/tools'
import type * as Util from 'node:util'

/** The input and output of a command. */
export interface Terminal {
  /** Prints a result and a line end. */
  readonly print: (text: string) => void
  /** Prints a problem or remark and a line end. */
  readonly complain: (text: string) => void
  /** The number of characters in a line. Infinite for a pipe or a file, where lines never break. */
  readonly columns: number
  readonly paint: (style: TextStyle, text: string) => string
  readonly cwd: string
}

/** A colour or weight of text in a terminal. */
export type TextStyle = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'

/** The terminal of this process. Colours need a terminal with colours, and no `NO_COLOR`. */
export function processTerminal(): Terminal {
  const { stdout, stderr } = process
  const hasColours = stdout.isTTY && stdout.hasColors()
  const { styleText } = builtin<typeof Util>('node:util')()
  return {
    print: (text) => void stdout.write(`${text}\n`),
    complain: (text) => void stderr.write(`${text}\n`),
    columns: stdout.isTTY ? Math.max(40, stdout.columns || 80) : Infinity,
    paint: (style, text) => (hasColours ? styleText(style, text) : text),
    cwd: process.cwd(),
  }
}

/** Prints the document of `--json`. */
export function printJson({ print }: Pick<Terminal, 'print'>, value: unknown): void {
  print(JSON.stringify(value, null, 2))
}
