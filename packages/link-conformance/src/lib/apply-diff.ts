/**
 * Applies a diff whose hunks have no line numbers. Searches each line after the previous line.
 *
 * @throws Error if the text does not have a line of the diff
 */
export function applyDiff(text: string, diff: string): string {
  const lines = text.split('\n')
  let position = 0
  for (const line of diff.trimEnd().split('\n')) {
    const content = line.slice(1)
    if (line.startsWith('+')) {
      lines.splice(position++, 0, content)
      continue
    }
    if (line.startsWith('@@')) continue
    const found = lines.indexOf(content, position)
    if (found === -1) throw new Error(`The diff expects the line ${JSON.stringify(content)}`)
    if (line.startsWith('-')) lines.splice(found, 1)
    position = line.startsWith('-') ? found : found + 1
  }
  return lines.join('\n')
}
