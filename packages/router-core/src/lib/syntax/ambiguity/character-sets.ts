import type { AST } from '@eslint-community/regexpp'

/** What reads one character: `a`, `.`, `\d`, `\p{L}`, `[a-z]`. */
export type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass

export interface CharacterSets {
  /** By the node's source text. */
  readonly sets: ReadonlyMap<string, bigint>
  /** The set that holds `/` alone. */
  readonly slash: bigint
}

/**
 * The sets of characters that some nodes of one regular expression accept, as bits over samples: sets overlap when
 * `(a & b) !== 0n`.
 *
 * The samples are the code points at which any of the sets can begin or end, so none of the pieces into which the
 * sets cut the code space is missed. What a class means is asked of the JavaScript engine: no Unicode table is ours.
 */
export function sampleCharacterSets(nodes: Iterable<CharacterNode>, flags: 'u' | ''): CharacterSets {
  const distinct = new Map<string, CharacterNode>()
  for (const node of nodes) distinct.set(node.raw, node)

  const samples = new Set(fixedSamples)
  // One set alone overlaps with itself only, whatever it holds.
  if (distinct.size > 1)
    for (const node of distinct.values()) for (const edge of edges(node)) samples.add(edge)
  const last = flags === 'u' ? 0x10ffff : 0xffff
  const codePoints = [...samples].filter((codePoint) => codePoint <= last)

  const bitsWhere = (accepts: (codePoint: number) => boolean): bigint =>
    BigInt(`0b0${codePoints.map((codePoint) => (accepts(codePoint) ? '1' : '0')).join('')}`)
  const sets = new Map<string, bigint>()
  for (const [raw, node] of distinct) {
    const itself = 1n << BigInt(codePoints.length + sets.size)
    sets.set(raw, bitsWhere(acceptance(node, flags)) | itself)
  }
  return { sets, slash: bitsWhere((codePoint) => codePoint === 0x2f) }
}

// The first code point, the slash, and the borders of the surrogates and of the astral planes.
const fixedSamples: readonly number[] = [0, 0x2f, 0x30, 0xd800, 0xdc00, 0xe000, 0x10000]

/** The code points at which a set can begin, or has just ended. */
function edges(node: CharacterNode | AST.CharacterClassElement): readonly number[] {
  switch (node.type) {
    case 'Character':
      return [node.value, node.value + 1]
    case 'CharacterClassRange':
      return [node.min.value, node.max.value + 1]
    case 'CharacterClass':
      return node.elements.flatMap(edges)
    case 'CharacterSet':
      return node.kind === 'property' ? propertyEdges(node.raw) : escapeEdges[node.kind]
    default:
      throw new TypeError(`${node.type} needs the flag v`)
  }
}

const escapeEdges: Readonly<Record<'any' | 'digit' | 'space' | 'word', readonly number[]>> = {
  any: [0xa, 0xb, 0xd, 0xe, 0x2028, 0x202a],
  digit: [0x30, 0x3a],
  space: [
    0x9, 0xe, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b, 0x2028, 0x202a, 0x202f, 0x2030, 0x205f,
    0x2060, 0x3000, 0x3001, 0xfeff, 0xff00,
  ],
  word: [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b],
}

function propertyEdges(raw: string): readonly number[] {
  let found = edgesByProperty.get(raw)
  if (found === undefined) {
    found = [0x40000, 0x4fffe, 0xe1000, 0xf0000, 0xffffe, 0x10ffff]
    const has = new RegExp(`^${raw}$`, 'u')
    let had = false
    for (const [start, end, step] of scannedRanges) {
      for (let codePoint = start; codePoint < end; codePoint += step) {
        if (has.test(String.fromCodePoint(codePoint)) === had) continue
        had = !had
        found.push(codePoint)
      }
    }
    if (edgesByProperty.size >= 64) edgesByProperty.clear()
    edgesByProperty.set(raw, found)
  }
  return found
}

const edgesByProperty = new Map<string, number[]>()

// All of planes 0 and 1; from the ideographs of planes 2 and 3, and the tags of plane 14, only some. The rest is uniform.
const scannedRanges: readonly (readonly [start: number, end: number, step: number])[] = [
  [0, 0x20000, 1],
  [0x20000, 0x40000, 0x20],
  [0xe0000, 0xe0200, 0x20],
]

function acceptance(node: CharacterNode, flags: 'u' | ''): (codePoint: number) => boolean {
  if (node.type === 'Character') return (codePoint) => codePoint === node.value
  const whole = new RegExp(`^${node.raw}$`, flags)
  return (codePoint) => whole.test(String.fromCodePoint(codePoint))
}
