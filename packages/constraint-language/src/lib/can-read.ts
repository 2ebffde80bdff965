import type { AST } from '@eslint-community/regexpp'
import { rangesOf } from './character-ranges.js'
import { contains } from './code-point-ranges.js'
import type { RegularExpression } from './regular-expression.js'

/** True if the expression can read the character somewhere. Look-ahead does not count. */
export function canRead({ pattern }: RegularExpression, character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  const answers = new Map<string, boolean>()
  const isRead = (node: AST.Element): boolean => {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        let answer = answers.get(node.raw)
        if (answer === undefined) answers.set(node.raw, (answer = contains(rangesOf(node), codePoint)))
        return answer
      }
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.some(({ elements }) => elements.some(isRead))
      case 'Quantifier':
        return node.max > 0 && isRead(node.element)
      default:
        return false
    }
  }
  return pattern.alternatives.some(({ elements }) => elements.some(isRead))
}
