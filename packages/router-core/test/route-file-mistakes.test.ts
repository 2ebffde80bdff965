import { expect, test } from '@jest/globals'
import { RouteFileParsingException, Router } from '@mvc-router/router-core'
import { readFileSync } from 'node:fs'

/** Blocks of a line, its mistake below the place, and the hint. */
const mistakes = readFileSync('fixtures/route-file-mistakes.txt', 'utf8').trimEnd().split('\n\n')

function mistakeOf(line: string): string {
  try {
    Router.parse(line)
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    return error.errors
      .map(({ code, message, column, hint }) => `${' '.repeat(column - 1)}^ ${code} ${message}\n  ${hint}`)
      .join('\n')
  }
  return 'no mistake'
}

test.each(mistakes.map((mistake) => mistake.split(/\n([^]*)/)))(
  'A mistake is told where it stands, with a hint: %s',
  (line = '', mistake) => {
    expect(mistakeOf(line)).toBe(mistake)
  },
)
