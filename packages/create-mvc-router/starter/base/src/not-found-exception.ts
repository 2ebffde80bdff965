/** Its status is that of the answer, and its message is on the error page. */
export class NotFoundException extends Error {
  status = 404
}
