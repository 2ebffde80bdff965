const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text as HTML, for an element or an attribute in quotes of either kind. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    : text
}

/** True if an engine's own escape function turns every URL into the same text as `escapeHtml` does. */
export function escapesUrlsAsHtml(escape: (text: string) => string): boolean {
  return escape(charactersOfUrls) === escapeHtml(charactersOfUrls)
}

/** Every character that a URL of the router may have, with a sample of the letters and digits. */
const charactersOfUrls = "AZaz09-._~!$&'()*+,;=:@/?#%|[]"
