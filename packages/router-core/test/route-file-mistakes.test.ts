import { expect, test } from '@jest/globals'
import { RouteFileParsingException, Router } from '@mvc-router/router-core'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'

/** Each block has a line, a caret with the mistake, and a hint. */
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
  'A mistake is reported at its place, with a hint: %s',
  (line = '', mistake) => {
    expect(mistakeOf(line)).toBe(mistake)
  },
)

test('inspect shows the message of the exception, and not its list of errors', () => {
  try {
    Router.parse('GET /a{ a.b')
  } catch (error) {
    expect(inspect(error)).toBe(`RouteFileParsingException: ${(error as Error).message}`)
    expect(inspect({ error })).toContain('routes.conf:1:7')
    return
  }
  throw new Error('expected an exception')
})

test.each(['// x', 'GET /a a.b // x', '/* x */', '; x', '-- x', '<!-- x -->'])(
  '%j is refused, because a comment starts with "#"',
  (line) => {
    expect(() => Router.parse(line)).toThrow('starts no comment')
    expect(() => Router.parse(line)).toThrow('a comment starts with "#"')
  },
)

test.each(['\u2018x\u2019', '\u201Cx\u201D', '`x`'])(
  'a value in the quotation marks %s is refused',
  (value) => {
    expect(() => Router.parse(`GET /a a.b(id:${value})`)).toThrow('straight marks')
    expect(() => Router.parse(`GET /a redirect:@a.b(id:${value})`)).toThrow('straight marks')
    expect(() => Router.parse('GET /a a.b').reverse(`a.b(id:${value})`)).toThrow('straight marks')
  },
)

test.each(['GET /a [b=%] a.b', 'GET /a [b!=%] a.b', 'GET /a [%] a.b', 'GET /a [!%] a.b', 'GET /a view:%'])(
  'a quotation mark in %s is refused, because this place has no quoted text',
  (line) => {
    for (const value of ['\u2018x\u2019', '\u201Cx\u201D', '`x`'])
      expect(() => Router.parse(line.replace('%', value))).toThrow('has no quotation marks')
  },
)
