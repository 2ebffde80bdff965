/** Seeded, so that every candidate and every run sees the same requests. */
export type Random = () => number

/** Mulberry32: enough for choosing test data. Numbers from 0 to below 1. */
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

/** A flat string of its own, without a cached hash: what a server gets from the socket or a database. */
export function fresh(text: string): string {
  return Buffer.from(text).toString()
}
