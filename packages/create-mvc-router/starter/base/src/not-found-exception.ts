/** The answer has its status, and the error page shows its message. */
export class NotFoundException extends Error {
  status = 404
}
