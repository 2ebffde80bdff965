import { applyEdits, type TextEdit } from '@mvc-router/import/script'

/** Unchanged lines that are shown around a change. */
const contextLines = 3

/**
 * The unified diff of one file. It is built from the edits, so no algorithm has to search for differences.
 *
 * @param edits of `before`; they do not overlap
 * @returns the diff without its last line end, which `print` adds
 */
export function unifiedDiff(path: string, before: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(before)
  let diff = `--- ${patchName(`a/${path}`)}\n+++ ${patchName(`b/${path}`)}`
  let added = 0
  const changes = changesOf(before, edits)
  // Changes whose unchanged lines would touch share a hunk.
  const hunks = joinedRanges(changes, (change) => ({
    start: Math.max(0, change.start - contextLines),
    end: Math.min(lines.length, change.end + contextLines),
  }))
  for (const { start, end, items } of hunks) {
    let printed = ''
    let growth = 0
    let line = start
    for (const change of items) {
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

interface Range {
  readonly start: number
  readonly end: number
}

/** Replaces the lines from `start` up to the line before `end`. Lines count from 0 and include their line ends. */
interface LineChange extends Range {
  readonly lines: readonly string[]
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Turns edits into changes of whole lines. Edits in the same line or in adjacent lines become one change. */
function changesOf(before: string, edits: readonly TextEdit[]): LineChange[] {
  const sorted = edits.toSorted((left, right) => left.start - right.start)
  const groups = joinedRanges(sorted, (edit) => {
    const lineEnd = before.indexOf('\n', edit.end)
    return {
      start: before.lastIndexOf('\n', edit.start - 1) + 1,
      end: lineEnd === -1 ? before.length : lineEnd + 1,
    }
  })
  let line = 0
  let offset = 0
  return groups.map(({ start, end, items }) => {
    line += linesOf(before.slice(offset, start)).length
    const removed = before.slice(start, end)
    const moved = items.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    const change = withoutEqualEnds(line, linesOf(removed), linesOf(applyEdits(removed, moved)))
    line += linesOf(removed).length
    offset = end
    return change
  })
}

/** Leaves out equal lines at both ends, such as the line before which an edit inserts others. */
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

/** Groups items whose ranges overlap or touch. The order of the items stays. */
function joinedRanges<Item>(
  items: readonly Item[],
  rangeOf: (item: Item) => Range,
): readonly (Range & { readonly items: readonly Item[] })[] {
  const groups: { readonly start: number; end: number; readonly items: Item[] }[] = []
  for (const item of items) {
    const { start, end } = rangeOf(item)
    const last = groups.at(-1)
    if (last === undefined || start > last.end) groups.push({ start, end, items: [item] })
    else {
      last.end = Math.max(last.end, end)
      last.items.push(item)
    }
  }
  return groups
}

/** `3,2` of a hunk header. A range without lines has the number of the line before it, as `patch` expects. */
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

/** Writes a name as git does: with a tab after a name with a space, and in quotes if a header could not contain it. */
function patchName(name: string): string {
  if (/[\t\n"\\]/.test(name)) return JSON.stringify(name)
  return name.includes(' ') ? `${name}\t` : name
}
