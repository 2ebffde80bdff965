import type { ProgramPlace } from '../source/program-place.js'
import { nodeIn } from '../../../script/syntax-fields.js'
import type { ScopedNode } from './values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function placeOf({ node, scope }: ScopedNode): ProgramPlace {
  return scope.module.source.place(callStart(node))
}

export function sourceText({ node, scope }: ScopedNode): string {
  const text = scope.module.source.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function callStart(node: SyntaxNode): number {
  const callee = nodeIn(node, 'callee')
  const property = callee && nodeIn(callee, 'property')
  return property?.start ?? node.start
}
