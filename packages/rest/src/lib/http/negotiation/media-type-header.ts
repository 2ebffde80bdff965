/** A parsed Content-Type header. Blanks and case do not matter: `application/json\t; charset=UTF-8`. */
export interface MediaTypeHeader {
  /** `application/json`, in lower case, without parameters. */
  readonly type: string
  /** In lower case, without quotes. */
  readonly charset: string | undefined
}

/** Matches media types that may be echoed in a header: names of RFC 6838 without wildcards. */
const restrictedName = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** Matches a quoted text, whose commas and semicolons do not separate. */
export const quotedText: RegExp = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)/g
/** Matches the text between semicolons. */
const parameters = new RegExp(`(?:${quotedText.source}|[^";])+`, 'g')

/** True for a concrete media type in lower case: `application/vnd.foo+json`. */
export function isMediaType(text: string): boolean {
  return restrictedName.test(text)
}

/** Returns `undefined` if the header is missing or not a media type. */
export function parseMediaTypeHeader(header: string | undefined): MediaTypeHeader | undefined {
  if (header === undefined || header.length > 512) return undefined
  const [first = ''] = header.split(';', 1)
  const type = first.trim().toLowerCase()
  if (!isMediaType(type)) return undefined
  let charset: string | undefined
  for (const parameter of header.slice(first.length).match(parameters) ?? []) {
    const equals = parameter.indexOf('=')
    if (equals === -1 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue
    const value = parameter
      .slice(equals + 1)
      .trim()
      .toLowerCase()
    charset = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  }
  return { type, charset }
}
