import { attempt, getOrInsert } from '@mvc-router/router-core/tools'
import type { SourceText } from './source-text.js'
import { parseScript, ScriptSyntaxException, type SyntaxNode } from '@mvc-router/import/script'

const trees = new WeakMap<SourceText, SyntaxNode | ScriptSyntaxException>()

/** Parses a program once for all readers. Returns the exception for an unparseable text. */
export function syntaxOf(source: SourceText): SyntaxNode | ScriptSyntaxException {
  return getOrInsert(trees, source, () =>
    attempt(ScriptSyntaxException, () => parseScript(source.text, source.file)),
  )
}

/** Returns undefined for an unparseable text. */
export function readableSyntaxOf(source: SourceText): SyntaxNode | undefined {
  const root = syntaxOf(source)
  return root instanceof ScriptSyntaxException ? undefined : root
}

export function forgetSyntax(source: SourceText): void {
  trees.delete(source)
}
