/** The command was not given what it needs: exit code 2. */
export class UsageException extends Error {
  override readonly name = 'UsageException'
  readonly code = 'E_USAGE'
  readonly hint: string | undefined

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}
