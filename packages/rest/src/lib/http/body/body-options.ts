import { checkOptions } from '@mvc-router/router-core/tools'
import bytes from 'bytes'
import { checkCount, checkSwitch, wrongValue } from '../../check-values.js'

/** The caps on what a client may send. A limit is a number of bytes or a text such as `'1mb'`. */
export interface BodyOptions {
  /** Default `'1mb'`, after decompression too. */
  readonly limit?: number | string
  /** Elements of one XML body, default 10,000. */
  readonly maxXmlElements?: number
  /** Reads `application/x-www-form-urlencoded` bodies too, as flat text fields; default false. */
  readonly forms?: boolean
}

/** The same with every default filled in. */
export type CheckedBodyOptions = Required<BodyOptions> & { readonly limit: number }

/**
 * Fills in the defaults and refuses what cannot be meant: a limit that does not parse must not become "no limit".
 *
 * @throws ConfigurationException
 */
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

/** @throws ConfigurationException when it is no positive, finite number of bytes */
function parseByteLimit(option: string, value: number | string): number {
  const parsed =
    typeof value === 'string' && /^\d+(\.\d+)? ?(b|kb|mb|gb)?$/i.test(value.trim())
      ? bytes.parse(value.trim())
      : value
  if (typeof parsed !== 'number' || !Number.isSafeInteger(parsed) || parsed < 1) {
    throw wrongValue(option, 'a number of bytes or a text like "1mb"', value)
  }
  return parsed
}
