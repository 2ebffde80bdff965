import { checkOptions } from '@mvc-router/router-core/tools'
import bytes from 'bytes'
import { checkCount, checkSwitch, wrongValue } from '../../check-values.js'

/** Limits of request bodies. */
export interface BodyOptions {
  /** The maximum size before and after decompression: bytes or a text. Default: `'1mb'`. */
  readonly limit?: number | string
  /** The maximum number of elements in an XML body. Default: 10,000. */
  readonly maxXmlElements?: number
  /** Also reads `application/x-www-form-urlencoded` bodies, as flat fields of text. Default: false. */
  readonly forms?: boolean
}

/** `BodyOptions` with defaults. The limit is a number of bytes. */
export type CheckedBodyOptions = Required<BodyOptions> & { readonly limit: number }

/** @throws ConfigurationException also for a limit that cannot be parsed, which must not mean "no limit" */
export function checkBodyOptions(options: BodyOptions = {}): CheckedBodyOptions {
  checkOptions('body', options, { limit: true, maxXmlElements: true, forms: true })
  const { limit = '1mb', maxXmlElements = 10_000, forms = false } = options
  checkSwitch('body.forms', forms)
  return {
    limit: parseByteLimit('body.limit', limit),
    maxXmlElements: checkCount('body.maxXmlElements', maxXmlElements),
    forms,
  }
}

/** @throws ConfigurationException if the value is not a positive, finite number of bytes */
function parseByteLimit(option: string, value: number | string): number {
  const parsed =
    typeof value === 'string' && /^\d+(\.\d+)? ?(b|kb|mb|gb)?$/i.test(value) ? bytes.parse(value) : value
  if (typeof parsed !== 'number' || !Number.isSafeInteger(parsed) || parsed < 1) {
    throw wrongValue(option, 'a number of bytes or a text like "1mb"', value)
  }
  return parsed
}
