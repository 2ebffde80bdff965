import { parse } from 'node:querystring'
import { MessageNotReadableException, PayloadTooLargeException } from '../../exceptions/http-exceptions.js'
import { isWellEncoded } from '../actions/query-parameters.js'

const maxFields = 1000

/**
 * Parses a form body: flat fields of text, a repeated field is an array. Brackets do not nest.
 *
 * @throws MessageNotReadableException for a bracketed or dangerous name, or a malformed escape
 * @throws PayloadTooLargeException beyond 1000 fields
 */
export function parseForm(text: string): Readonly<Record<string, unknown>> {
  if (text.split('&', maxFields + 1).length > maxFields)
    throw new PayloadTooLargeException(`The form has more than ${maxFields} fields`)
  if (!isWellEncoded(text)) throw new MessageNotReadableException('The form has a malformed escape')
  const fields = parse(text, '&', '=', { maxKeys: maxFields })
  if (Object.keys(fields).some((name) => name === '__proto__' || /[[\]]/.test(name)))
    throw new MessageNotReadableException('The form has a field name with brackets, or "__proto__"')
  return { ...fields }
}
