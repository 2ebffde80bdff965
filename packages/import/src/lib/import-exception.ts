/** Thrown if an import is impossible. The hint names an option that helps. */
export class ImportException extends Error {
  override readonly name = 'ImportException'
  readonly hint: string | undefined

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}
