import { wrongOption } from '../../exceptions.js'

/**
 * Which paths an interceptor is for: `/login`, `/shop/*`, `/admin/**`. `*` is one segment, `**` at the end is
 * any number of them, none included.
 *
 * A guard must run for every way of asking for a path, so a pattern includes generously: escapes are decoded, case and
 * a trailing slash do not matter, as in Express's own `app.use`. It excludes exactly: only the path as it is written.
 */
export class PathPattern {
  readonly #segments: readonly string[]
  readonly #open: boolean

  /** @throws ConfigurationException */
  constructor(text: string) {
    const segments = text.slice(1).split('/')
    this.#open = segments.at(-1) === '**'
    if (this.#open) segments.pop()
    const isWellFormed =
      text.startsWith('/') && segments.every((segment) => segment === '*' || !segment.includes('*'))
    if (!isWellFormed) {
      throw wrongOption('interceptors', `"${text}" is no path pattern; write /admin, /admin/* or /admin/**`)
    }
    this.#segments = segments
  }

  includes(path: string): boolean {
    return this.#fits(toSegments(path), (expected) => expected.toLowerCase())
  }

  isExactly(path: string): boolean {
    return this.#fits(path.slice(1).split('/'), (expected) => expected)
  }

  #fits(segments: readonly string[], normalize: (expected: string) => string): boolean {
    const expected = this.#segments
    const fitsLength = this.#open ? segments.length >= expected.length : segments.length === expected.length
    return fitsLength && expected.every((text, index) => text === '*' || normalize(text) === segments[index])
  }
}

function toSegments(path: string): string[] {
  const segments = decode(path).toLowerCase().split('/').slice(1)
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  return segments
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
