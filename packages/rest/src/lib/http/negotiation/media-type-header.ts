/** A Content-Type header, read leniently in blanks and case: `application/json\t; charset=UTF-8`. */
export interface MediaTypeHeader {
  /** `application/json`, in lower case, without parameters. */
  readonly type: string
  /** In lower case, unquoted; `undefined` when there is none. */
  readonly charset: string | undefined
}

/** Media types that may be echoed in a header: RFC 6838 names, no wildcards. */
const restrictedName = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** A text in quotes, in which commas and semicolons divide nothing. */
export const quotedText: RegExp = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)/g
/** The text between semicolons. */
const parameters = new RegExp(`(?:${quotedText.source}|[^";])+`, 'g')

/** True for a concrete media type in lower case: `application/vnd.foo+json`. */
export function isMediaType(text: string): boolean {
  return restrictedName.test(text)
}

/** The type and charset of a Content-Type header, `undefined` when there is none or it is no media type. */
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
