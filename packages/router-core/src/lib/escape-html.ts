const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for an HTML element, or for an attribute in single or double quotes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    : text
}

/** True if an engine's escape function escapes every URL as `escapeHtml` does. */
export function escapesUrlsAsHtml(escape: (text: string) => string): boolean {
  return escape(charactersOfUrls) === escapeHtml(charactersOfUrls)
}

/** All punctuation that the router's URLs may have, and a sample of letters and digits. */
const charactersOfUrls = "AZaz09-._~!$&'()*+,;=:@/?#%|[]"
