import { http } from '@mvc-router/router-core/tools'

/** The body of an error. In XML its root is `<RestError>`. */
export class RestError {
  /** The reason phrase: `Not Found`. */
  readonly status: string
  /** The HTTP status code. */
  readonly code: number
  readonly message: string
  readonly developerMessage: string | null
  readonly moreInfoUrl: string | null
  readonly #errors: readonly ProblemError[]

  constructor(
    code: number,
    message: string,
    {
      developerMessage = null,
      moreInfoUrl = null,
      errors = [],
    }: {
      developerMessage?: string | null
      moreInfoUrl?: string | null
      errors?: readonly ProblemError[]
    } = {},
  ) {
    this.status = reasonPhrase(code)
    this.code = code
    this.message = message
    this.developerMessage = developerMessage
    this.moreInfoUrl = moreInfoUrl
    this.#errors = errors
  }

  /** Returns the errors of single values. Only problem details show these errors. */
  errors(): readonly ProblemError[] {
    return this.#errors
  }
}

export function reasonPhrase(code: number): string {
  return http().STATUS_CODES[code] ?? 'Unknown Status'
}

/** An error in the form of problem details (RFC 9457). */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly errors?: readonly ProblemError[]
}

/** An error in one part of a request. `code` is the broken rule. */
export interface ProblemError {
  /** The JSON Pointer (RFC 6901) of a value in the body. An empty pointer means the whole body. */
  readonly pointer?: string
  /** The name of a path or query parameter. */
  readonly parameter?: string
  /** The name of a header. */
  readonly header?: string
  readonly code: string
  readonly message: string
}

export function toProblemDetails(error: RestError): ProblemDetails {
  const { status, code, message, moreInfoUrl } = error
  const errors = error.errors()
  return {
    type: moreInfoUrl ?? 'about:blank',
    title: status,
    status: code,
    detail: message,
    ...(errors.length > 0 && { errors }),
  }
}
