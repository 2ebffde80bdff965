/** The start of a text with an ellipsis. A text of at most this length does not change. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
