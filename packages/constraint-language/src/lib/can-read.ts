import type { AST } from '@eslint-community/regexpp'
import { rangesOf } from './character-ranges.js'
import { contains } from './code-point-ranges.js'
import { getOrInsert } from './get-or-insert.js'
import type { ConstraintPiece } from './piece.js'

/** True if a run or an expression can read the character somewhere. Look-ahead does not count. */
export function canRead(piece: ConstraintPiece, character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  if (piece.type === 'run') return piece.max > 0 && contains(piece.ranges, codePoint)
  const answers = new Map<string, boolean>()
  const isRead = (node: AST.Element): boolean => {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return getOrInsert(answers, node.raw, () => contains(rangesOf(node), codePoint))
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.some(({ elements }) => elements.some(isRead))
      case 'Quantifier':
        return node.max > 0 && isRead(node.element)
      default:
        return false
    }
  }
  return piece.expression.pattern.alternatives.some(({ elements }) => elements.some(isRead))
}
