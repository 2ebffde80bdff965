import { getOrInsert } from '../get-or-insert.js'
/** Route numbers by the literal start of their paths. It finds routes that may accept a common path. */
export class LiteralStarts {
  readonly #root = new Folder()

  add(start: string, number: number): void {
    let folder = this.#root
    for (const segment of start.split('/').slice(0, -1)) folder = folder.child(segment)
    folder.entries.push({ start, number })
  }

  /** The unordered numbers of each text that starts with `start`, or with which `start` starts. */
  *like(start: string): Generator<number> {
    let folder: Folder | undefined = this.#root
    for (const segment of start.split('/').slice(0, -1)) {
      yield* numbersLike(folder, start)
      folder = folder.children.get(segment)
      if (folder === undefined) return
    }
    const below = [folder]
    for (let next = below.pop(); next !== undefined; next = below.pop()) {
      yield* numbersLike(next, start)
      below.push(...next.children.values())
    }
  }
}

/** The texts with the same segments up to a slash. */
class Folder {
  readonly entries: { readonly start: string; readonly number: number }[] = []
  readonly children = new Map<string, Folder>()

  child(segment: string): Folder {
    return getOrInsert(this.children, segment, () => new Folder())
  }
}

function* numbersLike({ entries }: Folder, start: string): Generator<number> {
  for (const entry of entries) {
    if (entry.start.startsWith(start) || start.startsWith(entry.start)) yield entry.number
  }
}
