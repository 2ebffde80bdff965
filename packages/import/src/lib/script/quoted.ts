/** A text as a literal of JavaScript. */
export function quoted(text: string, quote: '"' | "'" = "'"): string {
  const body = JSON.stringify(text).slice(1, -1)
  if (quote === '"') return `"${body}"`
  return `'${body.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
