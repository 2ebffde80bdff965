/** Thrown for wrong usage of a command: exit code 2. */
export class UsageException extends Error {
  override readonly name = 'UsageException'
  readonly code = 'E_USAGE'
  readonly hint: string | undefined

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** Returns `no such file or directory` for `ENOENT: no such file or directory, open 'x'`. */
export function systemReason(error: unknown): string {
  const { message = String(error) } = error as Partial<Error>
  const [, reason = message] = /^\w+: ([^,]+)/.exec(message) ?? []
  return reason
}
