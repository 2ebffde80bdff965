import type { TemplateProblem } from './template-link.js'

/**
 * Compiles a template as its engine does, and throws what the engine throws. Nothing of the template runs.
 *
 * @param options.isAsync true if the template may contain `await`
 */
export type CompileTemplate = (template: string, options: { readonly isAsync: boolean }) => void

/** A complaint of an engine about a template. Engines of JavaScript templates give no place. */
export interface EngineProblem {
  readonly message: string
  readonly offset: number | undefined
}

/**
 * Why the engine would refuse the template; undefined when it takes it, with `await` or without.
 *
 * @param mistake where a parser stumbled that knows places
 */
export function engineProblem(
  engine: string,
  compile: CompileTemplate,
  template: string,
  mistake: TemplateProblem | undefined,
): EngineProblem | undefined {
  let first: unknown
  for (const isAsync of [false, true]) {
    try {
      compile(template, { isAsync })
      return undefined
    } catch (error) {
      first ??= error
    }
  }
  const text = first instanceof Error ? first.message : String(first)
  // Eta says what is wrong in its second line.
  const said = text.split('\n').find((line) => line.trim() !== '' && line !== 'Bad template syntax') ?? text
  return {
    message: `${engine} cannot read this template: ${said.trim().slice(0, 200)}`,
    offset: mistake?.offset,
  }
}
