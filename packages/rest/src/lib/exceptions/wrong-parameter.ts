import { IllegalArgumentException, type RequestPlace } from './rest-exceptions.js'

/** A parameter that breaks a rule; the message says its name. */
export function wrongParameter(
  parameter: string,
  code: NonNullable<RequestPlace['code']>,
  message: string,
): IllegalArgumentException {
  return new IllegalArgumentException(message, { place: { parameter, code } })
}
