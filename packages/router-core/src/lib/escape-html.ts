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

/** True if an engine's own escape function makes of a URL what `escapeHtml` does, so that it need not be called. */
export function escapesUrlsAsHtml(escape: (text: string) => string): boolean {
  return escape(charactersOfUrls) === escapeHtml(charactersOfUrls)
}

/** All that the router leaves in a URL. */
const charactersOfUrls = "AZaz09-._~!$&'()*+,;=:@/?#%|[]"
