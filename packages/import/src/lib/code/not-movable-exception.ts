/** Thrown for an expression that another file cannot contain. */
export class NotMovableException extends Error {
  override readonly name = 'NotMovableException'
}
