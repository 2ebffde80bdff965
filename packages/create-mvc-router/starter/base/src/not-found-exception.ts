/** The response has this status, and the error page shows this message. */
export class NotFoundException extends Error {
  status = 404
}
