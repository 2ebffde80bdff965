import { applyEdits, type TextEdit } from '@mvc-router/import/script'

const contextLines = 3

/** A line with its line end. `-` marks lines of the old text, and `+` marks lines of the new text. */
interface MarkedLine {
  readonly mark: ' ' | '-' | '+'
  readonly line: string
}

/**
 * Builds the unified diff of one file from its edits.
 *
 * @param edits of `before`; they do not overlap
 * @returns the diff without its last line end, which `print` adds
 */
export function unifiedDiff(path: string, before: string, edits: readonly TextEdit[]): string {
  const lines = markedLines(before, edits)
  let diff = `--- ${patchName(`a/${path}`)}\n+++ ${patchName(`b/${path}`)}`
  let hunk: MarkedLine[] = []
  let [oldLine, newLine] = [0, 0]
  const endHunk = (): void => {
    if (hunk.length === 0) return
    const oldCount = hunk.filter(({ mark }) => mark !== '+').length
    const newCount = hunk.filter(({ mark }) => mark !== '-').length
    const ranges = `-${range(oldLine, oldCount)} +${range(newLine, newCount)}`
    diff += `\n@@ ${ranges} @@${hunk.map(written).join('')}`
    hunk = []
  }
  for (const [index, line] of lines.entries()) {
    const around = lines.slice(Math.max(0, index - contextLines), index + contextLines + 1)
    if (around.some(({ mark }) => mark !== ' ')) hunk.push(line)
    else endHunk()
    if (line.mark !== '+') oldLine++
    if (line.mark !== '-') newLine++
  }
  endHunk()
  return diff
}

/** All lines of both texts. Edits in the same line or in adjacent lines become one change. */
function markedLines(before: string, edits: readonly TextEdit[]): MarkedLine[] {
  const marked: MarkedLine[] = []
  const add = (mark: MarkedLine['mark'], lines: readonly string[]): void => {
    for (const line of lines) marked.push({ mark, line })
  }
  const waiting = edits.toSorted((left, right) => left.start - right.start)
  let done = 0
  for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
    const start = startOfLine(before, first.start)
    let end = endOfLine(before, first.end)
    const together = [first]
    while (waiting[0] !== undefined && startOfLine(before, waiting[0].start) <= end) {
      end = endOfLine(before, waiting[0].end)
      together.push(...waiting.splice(0, 1))
    }
    const moved = together.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    const removed = linesOf(before.slice(start, end))
    const added = linesOf(applyEdits(before.slice(start, end), moved))
    // If an edit inserts lines before a line, only the inserted lines change.
    const length = Math.min(removed.length, added.length)
    let equal = 0
    while (equal < length && removed[equal] === added[equal]) equal++
    let equalEnd = 0
    while (equalEnd < length - equal && removed.at(-1 - equalEnd) === added.at(-1 - equalEnd)) equalEnd++
    add(' ', [...linesOf(before.slice(done, start)), ...removed.slice(0, equal)])
    add('-', removed.slice(equal, removed.length - equalEnd))
    add('+', added.slice(equal, added.length - equalEnd))
    add(' ', removed.slice(removed.length - equalEnd))
    done = end
  }
  add(' ', linesOf(before.slice(done)))
  return marked
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The offset after the line end. */
function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Writes a range for a hunk header, for example `3,2`. An empty range names the line before it, as `patch` expects. */
function range(end: number, length: number): string {
  return `${length === 0 ? end : end - length + 1},${length}`
}

function written({ mark, line }: MarkedLine): string {
  return line.endsWith('\n')
    ? `\n${mark}${line.slice(0, -1)}`
    : `\n${mark}${line}\n\\ No newline at end of file`
}

/** Writes a name as git does: a tab follows a name with a space, and quotes enclose a name with a tab, `"` or `\`. */
function patchName(name: string): string {
  if (/[\t\n"\\]/.test(name)) return JSON.stringify(name)
  return name.includes(' ') ? `${name}\t` : name
}
