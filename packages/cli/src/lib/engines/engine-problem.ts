/**
 * Compiles a template without running it, and throws the engine's error.
 *
 * @param isAsync true if the template may contain `await`
 */
export type CompileTemplate = (template: string, isAsync: boolean) => void

/** Returns the reason why an engine refuses a template, or undefined. */
export function engineProblem(
  engine: string,
  compile: CompileTemplate,
  template: string,
): string | undefined {
  let first: unknown
  for (const isAsync of [false, true]) {
    try {
      compile(template, isAsync)
      return undefined
    } catch (error) {
      first ??= error
    }
  }
  const text = first instanceof Error ? first.message : String(first)
  // Eta's message has the mistake in its second line.
  const said = text.split('\n').find((line) => line.trim() !== '' && line !== 'Bad template syntax') ?? text
  return `${engine} cannot read this template: ${said.trim().slice(0, 200)}`
}
