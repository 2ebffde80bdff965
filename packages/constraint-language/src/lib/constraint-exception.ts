/** Thrown for a constraint that is wrong or refused. The route file parser adds file, line and column. */
export class ConstraintException extends Error {
  override readonly name = 'ConstraintException'
  readonly code: 'E_ROUTE_REGEX' | 'E_ROUTE_REGEX_UNSAFE'
  /** The offset in the constraint's source, in UTF-16 units from 0. */
  readonly offset: number
  readonly hint: string

  constructor(
    code: 'E_ROUTE_REGEX' | 'E_ROUTE_REGEX_UNSAFE',
    message: string,
    offset: number,
    hint: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.offset = offset
    this.hint = hint
  }
}

/** Creates the exception for a valid expression that is refused, for example because it is too slow. */
export function refusedConstraint(
  message: string,
  offset: number,
  hint: string = hintToSimplify,
): ConstraintException {
  return new ConstraintException('E_ROUTE_REGEX_UNSAFE', message, offset, hint)
}

const hintToSimplify = 'Accept more here, and check the value in the action.'
