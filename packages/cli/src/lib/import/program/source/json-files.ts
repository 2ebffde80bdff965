import { readFileSync } from 'node:fs'
import { templateExpression, type SyntaxNode } from '../../../script/script-syntax.js'
import { keyName, nodeIn, nodesIn, textIn } from '../../../script/syntax-fields.js'

/** An object as JSON has them, or undefined. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

/** What is in a file of JSON; undefined where nothing can be read. */
export function jsonIn(file: string): unknown {
  try {
    return JSON.parse(textOf(file)) as unknown
  } catch {
    return undefined
  }
}

/** A file of JSON that holds an object, or undefined. */
export function readJson(file: string): Readonly<Record<string, unknown>> | undefined {
  return asRecord(jsonIn(file))
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
}

/** JSON with comments and trailing commas, as the settings of TypeScript may have them. */
export function readCommentedJson(file: string): unknown {
  try {
    const expression = templateExpression(textOf(file))
    return expression && literalValue(expression)
  } catch {
    return undefined
  }
}

function literalValue(node: SyntaxNode): unknown {
  if (node.type === 'StringLiteral') return textIn(node, 'value')
  if (node.type === 'ArrayExpression') return nodesIn(node, 'elements').map(literalValue)
  if (node.type !== 'ObjectExpression') return undefined
  return Object.fromEntries(
    nodesIn(node, 'properties').flatMap((property) => {
      const key = keyName(property)
      const value = nodeIn(property, 'value')
      return key === undefined || value === undefined ? [] : [[key, literalValue(value)]]
    }),
  )
}
