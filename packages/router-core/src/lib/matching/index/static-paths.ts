import type { Sliced } from '../../slices.js'

/**
 * A hash table of paths without variables. A path's number is its place in the given list. A Map takes 1.3 times as
 * long for 200 paths, because it hashes every character of the requested path. This hash reads only the length and some
 * characters.
 */
export class StaticPaths {
  readonly #paths: readonly string[]
  readonly #longest: number
  /** By hash: the last path of the list with this hash; -1 if there is none. */
  #heads: Int32Array = new Int32Array(0)
  /** For each path: the path before it with the same hash; -1 if there is none. */
  readonly #following: Int32Array
  /** The hash reads about 2 ** samples characters. */
  #samples = 2

  private constructor(paths: readonly string[]) {
    this.#paths = flat(paths)
    this.#longest = paths.reduce((longest, { length }) => Math.max(longest, length), 0)
    this.#following = new Int32Array(paths.length)
  }

  static *build(paths: readonly string[]): Sliced<StaticPaths> {
    const built = new StaticPaths(paths)
    const slots = 2 ** Math.ceil(Math.log2(paths.length * 2 + 1))
    yield
    while (built.#fill(slots) > longestChain && built.#samples < maxSamples) {
      built.#samples++
      yield
    }
    return built
  }

  /** The number of a path; -1 if it is unknown. */
  indexOf(path: string): number {
    if (path.length > this.#longest) return -1
    let index = this.#heads[hashOf(path, this.#samples) & (this.#heads.length - 1)] as number
    while (index >= 0 && this.#paths[index] !== path) index = this.#following[index] as number
    return index
  }

  /** @returns the greatest number of paths that share a hash */
  #fill(slots: number): number {
    this.#heads = new Int32Array(slots).fill(-1)
    const lengths = new Uint8Array(slots)
    const paths = this.#paths
    let longest = 0
    for (let index = 0; index < paths.length; index++) {
      const slot = hashOf(paths[index] as string, this.#samples) & (slots - 1)
      this.#following[index] = this.#heads[slot] as number
      this.#heads[slot] = index
      longest = Math.max(longest, (lengths[slot] = Math.min(255, (lengths[slot] as number) + 1)))
    }
    return longest
  }
}

/** If more paths share a hash, the hash reads more characters. */
const longestChain = 6
const maxSamples = 13

function hashOf(path: string, samples: number): number {
  const { length } = path
  const stride = (length >> samples) + 1
  let hash = length
  for (let at = length - 1; at > 0; at -= stride) hash = Math.imul(hash, 31) + charCodeAt.call(path, at)
  return hash
}

/** Copies the texts, because V8 compares a text slowly if it was cut from a bigger text or joined. */
function flat(texts: readonly string[]): readonly string[] {
  return JSON.parse(JSON.stringify(texts)) as readonly string[]
}

// See path-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype
