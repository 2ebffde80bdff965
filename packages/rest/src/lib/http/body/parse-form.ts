import { MessageNotReadableException, PayloadTooLargeException } from '../../exceptions/http-exceptions.js'

const maxFields = 1000

/**
 * Parses a form body: flat fields of text, a repeated field is an array. Brackets do not nest.
 *
 * @throws MessageNotReadableException for a bracketed or dangerous name, or a malformed escape
 * @throws PayloadTooLargeException beyond 1000 fields
 */
export function parseForm(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  const pairs = text.split('&', maxFields + 1)
  if (pairs.length > maxFields)
    throw new PayloadTooLargeException(`The form has more than ${maxFields} fields`)
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    if (name === '__proto__' || /[[\]]/.test(name)) {
      throw new MessageNotReadableException('The form has a field name with brackets, or "__proto__"')
    }
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(fields)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new MessageNotReadableException('The form has a malformed escape')
  }
}
