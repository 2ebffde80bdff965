import { getOrInsert } from '@mvc-router/router-core/tools'
import type { SourceText } from './source-text.js'
import { parseScript, ScriptSyntaxException, type SyntaxNode } from '@mvc-router/import/script'

const trees = new WeakMap<SourceText, SyntaxNode | ScriptSyntaxException>()

/** The tree of a program, which is parsed once for all its readers; else its mistake. */
export function syntaxOf(source: SourceText): SyntaxNode | ScriptSyntaxException {
  return getOrInsert(trees, source, () => {
    try {
      return parseScript(source.text, source.file)
    } catch (error) {
      if (error instanceof ScriptSyntaxException) return error
      throw error
    }
  })
}

/** The same; undefined for a text that cannot be parsed. */
export function readableSyntaxOf(source: SourceText): SyntaxNode | undefined {
  const root = syntaxOf(source)
  return root instanceof ScriptSyntaxException ? undefined : root
}

/** Drops the tree of a program that nobody reads for a while. */
export function forgetSyntax(source: SourceText): void {
  trees.delete(source)
}
