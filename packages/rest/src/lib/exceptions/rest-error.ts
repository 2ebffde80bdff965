import { STATUS_CODES } from 'node:http'

/** The body of an error. In XML its root is `<RestError>`. */
export class RestError {
  /** The reason phrase: `Not Found`. */
  readonly status: string
  /** The HTTP status code. */
  readonly code: number
  readonly message: string
  readonly developerMessage: string | null
  readonly moreInfoUrl: string | null

  constructor(
    code: number,
    message: string,
    {
      developerMessage = null,
      moreInfoUrl = null,
    }: { developerMessage?: string | null; moreInfoUrl?: string | null } = {},
  ) {
    this.status = reasonPhrase(code)
    this.code = code
    this.message = message
    this.developerMessage = developerMessage
    this.moreInfoUrl = moreInfoUrl
  }
}

/** `Not Found` for 404. */
export function reasonPhrase(code: number): string {
  return STATUS_CODES[code] ?? 'Unknown Status'
}

/** The same error as problem details, RFC 9457. */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
}

/** Writes an error as RFC 9457 has it. */
export function toProblemDetails({ status, code, message, moreInfoUrl }: RestError): ProblemDetails {
  return { type: moreInfoUrl ?? 'about:blank', title: status, status: code, detail: message }
}
