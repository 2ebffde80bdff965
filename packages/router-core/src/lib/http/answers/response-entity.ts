import { checkOptions } from '../../check-options.js'
import { checkStatus } from './response-status.js'

/** A whole answer: body, status and headers. The body is anything that an action may return. */
export class ResponseEntity<Body = unknown> {
  readonly body: Body | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>

  constructor(
    body?: Body,
    options: {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | number | readonly string[]>>
    } = {},
  ) {
    checkOptions('ResponseEntity', options, { status: true, headers: true })
    const { status = 200, headers = {} } = options
    checkStatus('ResponseEntity', status)
    this.body = body
    this.status = status
    this.headers = headers
  }
}

/** The innermost body of an entity. A result that is not an entity is its own body. */
export function bodyOf(result: unknown): unknown {
  return result instanceof ResponseEntity ? bodyOf(result.body) : result
}

/** The same result with another innermost body. */
export function withBody(result: unknown, body: unknown): unknown {
  if (!(result instanceof ResponseEntity)) return body
  const { status, headers } = result
  return new ResponseEntity(withBody(result.body, body), { status, headers })
}
