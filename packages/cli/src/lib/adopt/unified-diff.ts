import { applyEdits, type TextEdit } from '@mvc-router/import/script'

/** Unchanged lines that are shown around a change. */
const contextLines = 3

/**
 * The unified diff of one file, built from the edits, so that nothing has to search for what differs.
 *
 * @param edits of `before`; they do not overlap
 * @returns without the last line end, since a printed text gets one
 */
export function unifiedDiff(path: string, before: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(before)
  let diff = `--- ${patchName(`a/${path}`)}\n+++ ${patchName(`b/${path}`)}`
  let added = 0
  for (const { start, end, changes } of hunksOf(changesOf(before, edits), lines.length)) {
    let printed = ''
    let growth = 0
    let line = start
    for (const change of changes) {
      printed += marked(' ', lines.slice(line, change.start))
      printed += marked('-', lines.slice(change.start, change.end)) + marked('+', change.lines)
      growth += change.lines.length - (change.end - change.start)
      line = change.end
    }
    printed += marked(' ', lines.slice(line, end))
    const length = end - start
    diff += `\n@@ -${range(start, length)} +${range(start + added, length + growth)} @@${printed}`
    added += growth
  }
  return diff
}

/** Lines from `start` to `end`, which counts no more, become others. Lines count from 0 and hold their ends. */
interface LineChange {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

interface Hunk {
  readonly start: number
  readonly end: number
  readonly changes: readonly LineChange[]
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Whole lines in the place of edits; edits in the same line, or in neighbours, are one change. */
function changesOf(before: string, edits: readonly TextEdit[]): LineChange[] {
  const groups: { readonly start: number; end: number; readonly edits: TextEdit[] }[] = []
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    const start = before.lastIndexOf('\n', edit.start - 1) + 1
    const lineEnd = before.indexOf('\n', edit.end)
    const end = lineEnd === -1 ? before.length : lineEnd + 1
    const last = groups.at(-1)
    if (last === undefined || start > last.end) groups.push({ start, end, edits: [edit] })
    else {
      last.end = Math.max(last.end, end)
      last.edits.push(edit)
    }
  }
  let line = 0
  let offset = 0
  return groups.map(({ start, end, edits: inGroup }) => {
    line += linesOf(before.slice(offset, start)).length
    const removed = before.slice(start, end)
    const moved = inGroup.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    const change = withoutEqualEnds(line, linesOf(removed), linesOf(applyEdits(removed, moved)))
    line += linesOf(removed).length
    offset = end
    return change
  })
}

/** An edit that inserts whole lines leaves the line of its place as it is. */
function withoutEqualEnds(line: number, before: readonly string[], after: readonly string[]): LineChange {
  const length = Math.min(before.length, after.length)
  let first = 0
  while (first < length && before[first] === after[first]) first++
  let last = 0
  while (last < length - first && before.at(-1 - last) === after.at(-1 - last)) last++
  return {
    start: line + first,
    end: line + before.length - last,
    lines: after.slice(first, after.length - last),
  }
}

/** Changes whose unchanged lines would meet share a hunk. */
function hunksOf(changes: readonly LineChange[], length: number): Hunk[] {
  const hunks: { readonly start: number; end: number; readonly changes: LineChange[] }[] = []
  for (const change of changes) {
    const start = Math.max(0, change.start - contextLines)
    const end = Math.min(length, change.end + contextLines)
    const last = hunks.at(-1)
    if (last === undefined || start > last.end) hunks.push({ start, end, changes: [change] })
    else {
      last.end = end
      last.changes.push(change)
    }
  }
  return hunks
}

/** A range without lines names the line before it, as `patch` reads it. */
function range(start: number, length: number): string {
  return `${length === 0 ? start : start + 1},${length}`
}

function marked(mark: string, lines: readonly string[]): string {
  return lines
    .map((line) =>
      line.endsWith('\n')
        ? `\n${mark}${line.slice(0, -1)}`
        : `\n${mark}${line}\n\\ No newline at end of file`,
    )
    .join('')
}

/** As git writes it: a name ends at a tab where it holds a blank, and is quoted where it holds what a header cannot. */
function patchName(name: string): string {
  if (/[\t\n"\\]/.test(name)) return JSON.stringify(name)
  return name.includes(' ') ? `${name}\t` : name
}
