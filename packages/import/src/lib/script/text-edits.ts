/** Replaces the text between two offsets. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** @param edits do not overlap. At the same offset, the order of the list counts. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let offset = 0
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    result += text.slice(offset, edit.start) + edit.text
    offset = edit.end
  }
  return result + text.slice(offset)
}

/** Returns the line end that a text uses. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
