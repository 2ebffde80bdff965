import { visitRegExpAST, type AST } from '@eslint-community/regexpp'

/**
 * Prints a regular expression so that it can stand inside a bigger one with the flag `u`: one non-capturing group,
 * without captures of its own, and without the anchors at its two ends, which whole-text matching implies.
 */
export function embeddableSource(pattern: AST.Pattern, flags: 'u' | ''): string {
  return `(?:${printAlternatives(pattern.alternatives, flags)})`
}

/** Whether an expression looks at more than the characters that it reads, which inside a bigger one are others. */
export function looksAround(pattern: AST.Pattern): boolean {
  let found = false
  visitRegExpAST(pattern, {
    onAssertionEnter(node) {
      found ||= !isOutermostAnchor(node)
    },
  })
  return found
}

function isOutermostAnchor(node: AST.Element): boolean {
  if (node.type !== 'Assertion' || node.parent.type !== 'Alternative') return false
  const { elements, parent } = node.parent
  if (parent.type !== 'Pattern') return false
  return (node.kind === 'start' && node === elements[0]) || (node.kind === 'end' && node === elements.at(-1))
}

function printAlternatives(alternatives: readonly AST.Alternative[], flags: 'u' | ''): string {
  return alternatives.map(({ elements }) => elements.map((node) => print(node, flags)).join('')).join('|')
}

function print(node: AST.Element, flags: 'u' | ''): string {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return `(?:${printAlternatives(node.alternatives, flags)})`
    case 'Quantifier': {
      const element = print(node.element, flags)
      // Only the syntax without `u` lets a look-ahead be repeated.
      return (
        (node.element.type === 'Assertion' ? `(?:${element})` : element) +
        node.raw.slice(node.element.raw.length)
      )
    }
    case 'Assertion':
      if (isOutermostAnchor(node)) return ''
      if (node.kind !== 'lookahead') return node.raw
      return `(?${node.negate ? '!' : '='}${printAlternatives(node.alternatives, flags)})`
    case 'Character':
      return flags === 'u' ? node.raw : printCharacter(node)
    case 'CharacterClass':
      return flags === 'u'
        ? node.raw
        : `[${node.negate ? '^' : ''}${node.elements.map(printClassElement).join('')}]`
    default:
      return node.raw
  }
}

function printClassElement(node: AST.CharacterClassElement): string {
  if (node.type === 'CharacterClassRange') return `${printCharacter(node.min)}-${printCharacter(node.max)}`
  return node.type === 'Character' ? printCharacter(node) : node.raw
}

/** A character in a spelling that `u` allows anywhere. */
function printCharacter({ value }: AST.Character): string {
  const character = String.fromCodePoint(value)
  return /^[a-zA-Z0-9]$/.test(character) ? character : `\\u${value.toString(16).padStart(4, '0')}`
}
