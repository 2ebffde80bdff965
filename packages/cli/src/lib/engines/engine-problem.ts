/**
 * Compiles a template as its engine does, and throws the error of the engine. No code of the template runs.
 *
 * @param isAsync true if the template may contain `await`
 */
export type CompileTemplate = (template: string, isAsync: boolean) => void

/** The reason why an engine refuses a template; undefined if it accepts the template, with or without `await`. */
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
  // The second line of Eta's message has the mistake.
  const said = text.split('\n').find((line) => line.trim() !== '' && line !== 'Bad template syntax') ?? text
  return `${engine} cannot read this template: ${said.trim().slice(0, 200)}`
}
