/** A set of code points: inclusive ranges in ascending order that do not overlap or touch. */
export type CodePointRanges = readonly (readonly [first: number, last: number])[]

export const maxCodePoint = 0x10ffff

/** Merges ranges, which may overlap and have any order. */
export function unionOf(ranges: CodePointRanges): CodePointRanges {
  const sorted = ranges.toSorted(([left], [right]) => left - right)
  const union: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = union.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else union.push([first, last])
  }
  return union
}

export function complementOf(ranges: CodePointRanges): CodePointRanges {
  const complement: [number, number][] = []
  let next = 0
  for (const [first, last] of ranges) {
    if (first > next) complement.push([next, first - 1])
    next = last + 1
  }
  if (next <= maxCodePoint) complement.push([next, maxCodePoint])
  return complement
}

export function contains(ranges: CodePointRanges, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}
