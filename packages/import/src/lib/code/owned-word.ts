import type { SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn } from '../script/syntax-fields.js'

/** Returns a word such as `this`, which depends on its file, or on the function or class that contains it. */
export function ownedWord(
  node: SyntaxNode,
  isEsModule: boolean,
):
  | { readonly text: string; /** Matches the node types on which the word depends. */ readonly owner: RegExp }
  | undefined {
  switch (node.type) {
    case 'ThisExpression':
      return { text: '`this`', owner: functions }
    case 'Super':
      return { text: '`super`', owner: methods }
    case 'PrivateName':
      return { text: `#${nameOf(nodeIn(node, 'id')) ?? ''} of its class`, owner: /^Class/ }
    case 'MetaProperty':
      return nameOf(nodeIn(node, 'meta')) === 'new'
        ? { text: '`new.target`', owner: functions }
        : { text: 'import.meta of its own file', owner: nothing }
    case 'YieldExpression':
      return { text: '`yield`', owner: functionsAndArrows }
    case 'AwaitExpression':
      return isEsModule ? undefined : { text: '`await`', owner: functionsAndArrows }
    case 'Identifier':
      return nameOf(node) === 'arguments' ? { text: '`arguments`', owner: functions } : undefined
    default:
      return undefined
  }
}

const functions = /^(?:Function|ObjectMethod|Class)/
const functionsAndArrows = /^(?:Function|Arrow|ObjectMethod|ClassMethod|ClassPrivateMethod)/
const methods = /^(?:ObjectExpression|Class)/
const nothing = /^$/
