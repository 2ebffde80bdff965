/** Thrown if an application cannot be written with these options. Nothing was written. */
export class StarterException extends Error {
  override readonly name = 'StarterException'
  readonly code = 'E_STARTER'
}
