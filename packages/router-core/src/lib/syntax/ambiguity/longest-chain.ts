import type { Together } from './paired-runs.js'
import type { RunSearch } from './run-search.js'

/**
 * The most loops in a row of which each hands the same text on to the next, less one. Between them there may be others
 * that do not. That is the degree of the polynomial by which the runs grow.
 */
export function longestChain(search: RunSearch, together: Together): number {
  const members: number[][] = search.loopOffsets.map(() => [])
  for (const [position, loop] of search.loops.entries()) members[loop]?.push(position)

  const lengths = new Map<number, number>()
  const lengthTo = (to: number): number => {
    let longest = lengths.get(to)
    if (longest !== undefined) return longest
    longest = 0
    const leading = leadingTo(to, search)
    for (const [from, positions] of members.entries()) {
      if (from === to || leading[positions[0] ?? 0] === 0) continue
      const length = lengthTo(from)
      if (length < longest) continue
      longest = handsOn(positions, members[to] ?? [], leading, search, together) ? length + 1 : length
    }
    lengths.set(to, longest)
    return longest
  }
  return Math.max(0, ...members.map((_, loop) => lengthTo(loop)))
}

/** The positions from which a loop can be reached, its own among them, as flags. */
function leadingTo(loop: number, { next, loops, spend }: RunSearch): Uint8Array {
  const leading = Uint8Array.from(loops, (other) => (other === loop ? 1 : 0))
  for (let changed = true; changed;) {
    changed = false
    // Most transitions lead forward, so few rounds are needed from the end to the start.
    for (let position = next.length - 1; position >= 0; position--) {
      if (leading[position] === 1) continue
      spend(1)
      if (next[position]?.some((target) => leading[target] === 1) !== true) continue
      leading[position] = 1
      changed = true
    }
  }
  return leading
}

/** Some text leads from p to p, from p to q, and from q to q, for a p of the one loop and a q of the other. */
function handsOn(
  from: readonly number[],
  to: readonly number[],
  leading: Uint8Array,
  search: RunSearch,
  together: Together,
): boolean {
  return from.some((p) =>
    to.some((q) => {
      search.spend(1)
      return together(p, q) && hasCommonText(p, q, leading, search)
    }),
  )
}

/** Follows three runs on the same text: one stays in p's loop, one crosses from p to q, one waits in q's loop. */
function hasCommonText(p: number, q: number, leading: Uint8Array, search: RunSearch): boolean {
  const { next, loops, sets, overlap, spend } = search
  const seen = new Set<number>()
  const pending: (readonly [number, number, number])[] = [[p, p, q]]
  for (let triple = pending.pop(); triple !== undefined; triple = pending.pop()) {
    const [stays, crosses, waits] = triple
    for (const nextStays of next[stays] ?? []) {
      if (loops[nextStays] !== loops[p]) continue
      for (const nextWaits of next[waits] ?? []) {
        spend(1)
        if (loops[nextWaits] !== loops[q] || !overlap(nextStays, nextWaits)) continue
        const common = (sets[nextStays] ?? 0n) & (sets[nextWaits] ?? 0n)
        for (const nextCrosses of next[crosses] ?? []) {
          spend(4)
          if (leading[nextCrosses] === 0 || (common & (sets[nextCrosses] ?? 0n)) === 0n) continue
          if (nextStays === p && nextCrosses === q && nextWaits === q) return true
          const key = (nextStays * next.length + nextCrosses) * next.length + nextWaits
          if (seen.has(key)) continue
          seen.add(key)
          pending.push([nextStays, nextCrosses, nextWaits])
        }
      }
    }
  }
  return false
}
