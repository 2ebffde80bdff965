/** Random numbers from a seed, so that every candidate and every run gets the same requests. */
export type Random = () => number

/** The algorithm Mulberry32, which is good enough to choose test data. The numbers are from 0 to below 1. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from')
  return item
}

export function randomText(random: Random, characters: string, min: number, max: number): string {
  let text = ''
  const length = min + Math.floor(random() * (max - min + 1))
  while (text.length < length) text += characters.charAt(Math.floor(random() * characters.length))
  return text
}

/** A new flat string without a cached hash, like a string that a server reads from a socket or a database. */
export function fresh(text: string): string {
  return Buffer.from(text).toString()
}
