import { SourceLines } from '@mvc-router/router-core/tools'
import { readFileSync } from 'node:fs'
import type { ProgramPlace } from '../record/recorded-application.js'
import { isTypeScript } from '../script/script-files.js'
import { parseScript, ScriptSyntaxException, statementsOf, type SyntaxNode } from '../script/script-syntax.js'
import { nodeIn, nodesIn } from '../script/syntax-fields.js'

export interface SourceModule {
  /** An absolute path. */
  readonly file: string
  readonly text: string
  readonly program: SyntaxNode
  /** All comments, in their order. */
  readonly comments: readonly SyntaxNode[]
  /** True for valid UTF-8. Other files would lose characters when they are written. */
  readonly isUtf8: boolean
  readonly isTypeScript: boolean
  /** True if the file contains `import` or `export`. */
  readonly isEsModule: boolean
  readonly lines: SourceLines
}

/** Reads each file once. */
export class SourceModules {
  readonly #modules = new Map<string, SourceModule | undefined>()

  /** Returns undefined for an unreadable file and for a file that is not a program. */
  read(file: string): SourceModule | undefined {
    if (!this.#modules.has(file)) this.#modules.set(file, readModule(file))
    return this.#modules.get(file)
  }
}

function readModule(file: string): SourceModule | undefined {
  try {
    const bytes = readFileSync(file)
    const text = bytes.toString().replace(/^#!/, '//')
    const tree = parseScript(text, file)
    const program = nodeIn(tree, 'program') ?? tree
    return {
      file,
      text,
      program,
      comments: nodesIn(tree, 'comments'),
      isUtf8: Buffer.from(bytes.toString()).equals(bytes),
      isTypeScript: isTypeScript(file),
      isEsModule: statementsOf(tree).some(({ type }) => /^(Import|Export)/.test(type)),
      lines: new SourceLines(text),
    }
  } catch (error) {
    if (error instanceof ScriptSyntaxException || (error as NodeJS.ErrnoException).code !== undefined)
      return undefined
    throw error
  }
}

export function offsetOf(
  { lines }: SourceModule,
  { line, column }: Pick<ProgramPlace, 'line' | 'column'>,
): number {
  return lines.startOf(line - 1) + column - 1
}

export function placeAt({ file, lines }: SourceModule, offset: number): ProgramPlace {
  const line = lines.lineAt(offset)
  return { file, line: line + 1, column: offset - lines.startOf(line) + 1 }
}
