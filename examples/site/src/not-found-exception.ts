/** The page does not exist; the error page shows the message. */
export class NotFoundException extends Error {
  override readonly name = 'NotFoundException'
  readonly status = 404
}
