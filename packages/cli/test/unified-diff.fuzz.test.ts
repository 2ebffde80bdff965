import { afterAll, expect, test } from '@jest/globals'
import { applyEdits, type TextEdit } from '@mvc-router/import/script'
import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { unifiedDiff } from '../src/lib/adopt/unified-diff.js'
import { TestFolder } from './run-in-folder.js'

/** Texts with few different lines, so that many lines are equal. Some lines end with `\r\n`. */
const text = fc
  .array(fc.constantFrom('a', 'b', '-- a', '+ b', '@@', '', ' ', 'ü\r'), { maxLength: 30 })
  .map((lines) => `a${lines.join('\n')}`)

const edited = text.chain((before) =>
  fc
    .uniqueArray(fc.nat(before.length), { minLength: 2, maxLength: 16 })
    .map((offsets) => offsets.toSorted((left, right) => left - right))
    .chain((offsets) =>
      fc
        .array(fc.constantFrom('x', '', 'x\ny', '\n', 'a\n', '\r\n'), { minLength: 8, maxLength: 8 })
        .map((texts) => ({ before, edits: editsOf(offsets, texts) })),
    ),
)

function editsOf(offsets: readonly number[], texts: readonly string[]): TextEdit[] {
  return texts.flatMap((inserted, index): TextEdit[] => {
    const [start, end] = offsets.slice(index * 2)
    return start === undefined || end === undefined ? [] : [{ start, end, text: inserted }]
  })
}

const folder = new TestFolder()
afterAll(() => folder.remove())

test('git apply of the diffs makes the edited files', () => {
  const runs = Number(process.env['FUZZ_RUNS'] ?? 300)
  const cases = fc
    .sample(edited, runs)
    .map(({ before, edits }) => ({ before, edits, after: applyEdits(before, edits) }))
    .filter(({ before, after }) => before !== after && after !== '')
  const diffs = cases.map(({ before, edits }, index) => {
    folder.write(`${index}.txt`, before)
    return `${unifiedDiff(`${index}.txt`, before, edits)}\n`
  })
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder.path) }
  execFileSync('git', ['apply', '--whitespace=nowarn'], { cwd: folder.path, input: diffs.join(''), env })
  for (const [index, { after }] of cases.entries()) expect(folder.read(`${index}.txt`)).toBe(after)
})

test.each([
  ['an inserted line', 'a\nb\n', { start: 0, end: 0, text: 'x\n' }, '@@ -1,2 +1,3 @@\n+x\n a\n b'],
  ['a line at the end', 'a\n', { start: 2, end: 2, text: 'x\n' }, '@@ -1,1 +1,2 @@\n a\n+x'],
  [
    'a word of the fifth line',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    { start: 8, end: 9, text: 'x' },
    '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8',
  ],
])('the diff of %s has only the changed lines and their context', (_, before, edit, hunk) => {
  expect(unifiedDiff('a', before, [edit])).toBe(`--- a/a\n+++ b/a\n${hunk}`)
})

test('changed lines without shared context are in different hunks', () => {
  const lines = (count: number): string => 'x\n'.repeat(count)
  const hunks = (between: number): number => {
    const before = `a\n${lines(between)}b\n`
    const at = before.indexOf('b')
    const edits = [
      { start: 0, end: 1, text: 'c' },
      { start: at, end: at + 1, text: 'd' },
    ]
    return unifiedDiff('a', before, edits).split('\n@@ ').length - 1
  }
  expect([hunks(6), hunks(7)]).toEqual([1, 2])
})

test('a hunk after an inserted line has the line numbers before and after the change', () => {
  const edits = [
    { start: 0, end: 0, text: 'x\n' },
    { start: 16, end: 17, text: 'y' },
  ]
  const ranges = unifiedDiff('a', '1\n2\n3\n4\n5\n6\n7\n8\n9\n', edits).match(/@@.*@@/g)
  expect(ranges).toEqual(['@@ -1,3 +1,4 @@', '@@ -6,4 +7,4 @@'])
})

test('a hunk may have 200000 lines', () => {
  const count = 200_000
  const edits = Array.from({ length: count }, (_, line) => ({
    start: line * 2,
    end: line * 2 + 1,
    text: 'b',
  }))
  expect(unifiedDiff('a', 'a\n'.repeat(count), edits)).toContain(`@@ -1,${count} +1,${count} @@`)
})
