import { parseScript, ScriptSyntaxException, type SyntaxNode } from './script-syntax.js'

/** A program that several readers look at. */
export interface SharedProgram {
  readonly text: string
  readonly file: string
  /** The result of the first call, for as long as the text keeps it. */
  once<Result>(compute: () => Result): Result
}

/**
 * The tree of a program, which is parsed once for all who read it.
 *
 * @throws ScriptSyntaxException
 */
export function syntaxOf(program: SharedProgram): SyntaxNode {
  const result = program.once(() => tryToParse(program))
  if (result instanceof ScriptSyntaxException) throw result
  return result
}

function tryToParse({ text, file }: SharedProgram): SyntaxNode | ScriptSyntaxException {
  try {
    return parseScript(text, file)
  } catch (error) {
    if (error instanceof ScriptSyntaxException) return error
    throw error
  }
}

/** The same; undefined for a text that cannot be parsed. */
export function readableSyntaxOf(program: SharedProgram): SyntaxNode | undefined {
  const result = program.once(() => tryToParse(program))
  return result instanceof ScriptSyntaxException ? undefined : result
}
