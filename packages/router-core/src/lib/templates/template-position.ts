/** The place of a link in a template. Lines and columns count from 1. */
export interface TemplatePosition {
  /** The template's name or path, if the engine knows it. */
  readonly template?: string | undefined
  readonly line: number
  readonly column: number
}

/**
 * Adds the position in a template to an error: to its message and stack, and as the fields `template`, `line` and
 * `column`. It returns the same error object. An error that already has a line does not change, so the innermost
 * position wins.
 */
export function locateError(error: unknown, position: TemplatePosition): unknown {
  if (!(error instanceof Error) || Object.hasOwn(error, 'line') || !Object.isExtensible(error)) return error
  const { template, line, column } = position
  const place =
    template === undefined ? `template line ${line}, column ${column}` : `${template}:${line}:${column}`
  const frames = error.stack?.match(/^ {4}at /m)
  const message = `${error.message}\n  at ${place}`
  const stack = `${error.name}: ${message}\n${frames ? error.stack?.slice(frames.index) : ''}`
  return Object.assign(error, { message, stack, template, line, column })
}
