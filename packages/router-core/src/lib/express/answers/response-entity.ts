/** A whole answer: body, status and headers. The body is anything that an action may return. */
export class ResponseEntity<Body = unknown> {
  readonly body: Body | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>

  constructor(
    body?: Body,
    {
      status = 200,
      headers = {},
    }: {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | number | readonly string[]>>
    } = {},
  ) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

/** What the entity is about: its body, which may be an entity again. Every other result is its own body. */
export function bodyOf(result: unknown): unknown {
  return result instanceof ResponseEntity ? bodyOf(result.body) : result
}

/** The same result with another body. */
export function withBody(result: unknown, body: unknown): unknown {
  return result instanceof ResponseEntity ? new ResponseEntity(withBody(result.body, body), result) : body
}
