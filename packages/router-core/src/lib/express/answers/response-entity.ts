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
