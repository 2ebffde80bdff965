import { expect, test } from '@jest/globals'
import { formatProblem } from '@mvc-router/router-core'
import fc from 'fast-check'

function frameOf(lineText: string, offset: number): [line: string, caret: string] {
  const text = formatProblem({ message: 'x', file: 'f', line: 1, column: offset + 1, lineText })
  const [, , line = '', caret = ''] = text.split('\n')
  return [line, caret]
}

/** The width of a text in a terminal with a tab stop at each 8 columns. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    if (character === '\t') width += 8 - (width % 8)
    else if (/^\p{Mark}$/u.test(character)) width += 0
    else width += /^(?:[\u4E00-\u9FFF\uAC00-\uD7A3]|\p{Emoji_Presentation})$/u.test(character) ? 2 : 1
  }
  return width
}

test.each([
  ['GET /x a.b', 7, ['  GET /x a.b', '         ^']],
  ['\tGET\t/x', 5, ['  \tGET\t/x', '  \t   \t^']],
  ['日本 /x', 3, ['  日本 /x', '       ^']],
  ['e\u0301 /x', 3, ['  e\u0301 /x', '    ^']],
  ['😀 /x', 3, ['  😀 /x', '     ^']],
])('in the frame of %j, the caret is below the character at offset %d', (text, offset, frame) => {
  expect(frameOf(text, offset)).toEqual(frame)
})

test('the frame of a problem with a whole file has the name of the file, and no line or caret', () => {
  const problem = { message: 'cannot be read', file: 'f', line: 0, column: 0, lineText: '' }
  expect(formatProblem(problem)).toBe('cannot be read\nf')
  expect(formatProblem({ ...problem, hint: 'look' })).toBe('cannot be read\nf\n  hint: look')
})

test('a frame fits 80 columns, and the caret is below its character', () => {
  const character = fc.constantFrom('a', 'b', ' ', '/', '日', '가', '😀', 'e\u0301', '\t', 'é')
  const line = fc.array(character, { maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(line, line, (before, after) => {
      const text = `${before.join('')}X${after.join('')}`
      const offset = before.join('').length
      const [shown, caret] = frameOf(text, offset)
      expect(widthOf(shown)).toBeLessThanOrEqual(80)
      expect(widthOf(caret)).toBeLessThanOrEqual(80)
      const position = shown.indexOf('X')
      expect(position).toBeGreaterThan(0)
      expect(widthOf(shown.slice(0, position))).toBe(widthOf(caret) - 1)
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) },
  )
})
