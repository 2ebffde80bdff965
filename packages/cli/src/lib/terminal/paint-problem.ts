import { formatProblem } from '@mvc-router/router-core'
import type { Terminal, TextStyle } from './terminal.js'

/** Formats a problem like router-core, with colours for the message, the place and the caret. */
export function paintProblem(
  problem: Parameters<typeof formatProblem>[0],
  style: TextStyle,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const messageLines = problem.message.split('\n').length
  return formatProblem(problem)
    .split('\n')
    .map((line, index) => {
      if (index === 0) return paint(style, line)
      if (index === messageLines) return paint('cyan', line)
      return line.trim() === '^' ? paint(style, line) : line
    })
    .join('\n')
}
