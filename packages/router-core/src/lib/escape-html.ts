const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text as HTML, for an element or an attribute in quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * A URL of the router as HTML. What HTML reads is encoded in it (decision 002), but for `&` and the `'` of a literal.
 * A search for one character costs a third of what a regular expression does, which is what engines escape with.
 */
export function urlToHtml(url: string): string {
  return url.includes('&') || url.includes("'") ? escapeHtml(url) : url
}

/** Whether an engine's own escape function makes of a URL what `urlToHtml` does, so that it need not be asked. */
export function escapesUrlsAsHtml(escape: (text: string) => string): boolean {
  return escape(charactersOfUrls) === escapeHtml(charactersOfUrls)
}

/** All that the router leaves in a URL. */
const charactersOfUrls = "AZaz09-._~!$&'()*+,;=:@/?#%|[]"
