import type { AST } from '@eslint-community/regexpp'
import { BoundedMap } from './bounded-map.js'
import { complementOf, unionOf, type CodePointRanges } from './code-point-ranges.js'
import { getOrInsert } from './get-or-insert.js'

/** An element that reads a single character: `a`, `.`, `\d`, `\p{L}`, `[a-z]`. */
export type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass

export function rangesOf(node: CharacterNode | AST.CharacterClassRange): CodePointRanges {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]]
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]]
    case 'CharacterClass': {
      // Only the flag `v` allows other elements.
      const elements = node.elements as readonly AST.ClassRangesCharacterClassElement[]
      const union = unionOf(elements.flatMap(rangesOf))
      return node.negate ? complementOf(union) : union
    }
    case 'CharacterSet': {
      if (node.kind === 'property') return propertyRanges(node.raw)
      if (node.kind === 'any') return anyCharacter
      return node.negate ? complementOf(escapes[node.kind]) : escapes[node.kind]
    }
  }
}

/** `.`: all characters except line ends. */
export const anyCharacter: CodePointRanges = complementOf([
  [0xa, 0xa],
  [0xd, 0xd],
  [0x2028, 0x2029],
])

export const wordCharacters: CodePointRanges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]

const escapes: Readonly<Record<'digit' | 'space' | 'word', CodePointRanges>> = {
  digit: [[0x30, 0x39]],
  space: [
    [0x9, 0xd],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
  word: wordCharacters,
}

/** Finds the characters of a Unicode property with `RegExp`, because this package has no Unicode tables. */
function propertyRanges(raw: string): CodePointRanges {
  return getOrInsert(rangesByProperty, raw, () => {
    const run = new RegExp(`(?:${raw})+`, 'gu')
    return unionOf(scannedBlocks().flatMap((block) => runsIn(block, run)))
  })
}

const rangesByProperty = new BoundedMap<string, CodePointRanges>(64)

/** Successive code points. In a uniform block, all have the same properties, and `text` is only the first. */
interface Block {
  readonly first: number
  readonly last: number
  readonly text: string
  readonly isUniform: boolean
}

function runsIn({ first, last, text, isUniform }: Block, run: RegExp): CodePointRanges {
  const unitsEach = first > 0xffff ? 2 : 1
  return [...text.matchAll(run)].map(({ 0: found, index }) =>
    isUniform ? [first, last] : [first + index / unitsEach, first + (index + found.length) / unitsEach - 1],
  )
}

/** Uniform blocks are each kind of surrogates, and planes 4 to 16 except U+E0xxx and the ends of planes (U+FFFE). */
function* blocks(): Generator<readonly [first: number, last: number, isUniform: boolean]> {
  yield [0, 0xd7ff, false]
  yield [0xd800, 0xdbff, true]
  yield [0xdc00, 0xdfff, true]
  yield [0xe000, 0xffff, false]
  for (let plane = 1; plane <= 16; plane++) {
    const first = plane * 0x10000
    if (plane <= 3) yield [first, first + 0xffff, false]
    else {
      const start = plane === 14 ? first + 0x1000 : first
      if (plane === 14) yield [first, start - 1, false]
      yield [start, first + 0xfffd, true]
      yield [first + 0xfffe, first + 0xffff, true]
    }
  }
}

function scannedBlocks(): Block[] {
  return [...blocks()].map(([first, last, isUniform]) => ({
    first,
    last,
    isUniform,
    text: isUniform ? String.fromCodePoint(first) : textOf(first, last),
  }))
}

function textOf(first: number, last: number): string {
  const pieces: string[] = []
  for (let start = first; start <= last; start += 0x1000) {
    const length = Math.min(0x1000, last - start + 1)
    pieces.push(String.fromCodePoint(...Array.from({ length }, (_, index) => start + index)))
  }
  return pieces.join('')
}
