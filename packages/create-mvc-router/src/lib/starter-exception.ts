/** An application cannot be written as it was asked for; nothing was written. */
export class StarterException extends Error {
  override readonly name = 'StarterException'
  readonly code = 'E_STARTER'
}
