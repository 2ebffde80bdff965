/** The start of a text that nobody would read to its end, with an ellipsis behind it; a shorter text as it is. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
