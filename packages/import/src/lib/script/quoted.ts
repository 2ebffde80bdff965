/** Writes a text as a JavaScript literal. */
export function quoted(text: string, quote: '"' | "'" = "'"): string {
  const body = JSON.stringify(text).slice(1, -1)
  if (quote === '"') return `"${body}"`
  return `'${body.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
