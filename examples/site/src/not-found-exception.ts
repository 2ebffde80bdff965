/** What the visitor asked for is not there; the error page shows the message. */
export class NotFoundException extends Error {
  override readonly name = 'NotFoundException'
  readonly status = 404
}
