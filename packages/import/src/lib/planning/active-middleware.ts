import { comparePrefix } from '../paths/compare-prefix.js'
import type { RecordedUse } from '../record/recorded-application.js'
import { quoted } from '../script/quoted.js'
import type { HandlerNames } from './handler-names.js'
import type { Registration } from './recorded-program.js'

interface ActiveUse {
  readonly registration: Registration
  readonly use: RecordedUse
  /** The path under which the middleware runs. */
  readonly prefix: string
}

/** The middleware of a router that runs before the next lines. */
export class ActiveMiddleware {
  readonly uses: ActiveUse[] = []
  /** The names of middleware that runs for every path. Middleware that no line needs has no name. */
  readonly everywhere: Set<string> = new Set()
  readonly #names: HandlerNames
  readonly #mounts: readonly string[]

  constructor(names: HandlerNames, mounts: readonly string[]) {
    this.#names = names
    this.#mounts = mounts
  }

  forLine(pattern: string): string[] {
    return this.uses.flatMap((use) => this.#namesFor(use, pattern))
  }

  /** Middleware of a deeper path runs for some requests. `patterns` belong to the router's lines, with the mount. */
  forMount(mount: string, patterns: readonly string[]): string[] {
    return this.uses.flatMap((use) => {
      const own = this.#namesFor(use, mount)
      if (own.length > 0 || comparePrefix(mount, use.prefix) === 'none') return own
      const isReached = patterns.some((pattern) => comparePrefix(use.prefix, pattern) !== 'none')
      return isReached ? [this.#nameBelow(use)] : []
    })
  }

  #namesFor(active: ActiveUse, pattern: string): string[] {
    const cover = comparePrefix(active.prefix, pattern)
    if (cover !== 'all') return cover === 'none' ? [] : [this.#nameBelow(active)]
    const name = this.#names.useName(active.use, active.registration)
    if (active.prefix === '/') this.everywhere.add(name)
    return [name]
  }

  /** Names a copy of the middleware that runs only under a path, for lines that also match other paths. */
  #nameBelow({ registration, use, prefix }: ActiveUse): string {
    const paths = this.#mounts.map((mount) => `${mount}${prefix}`)
    return this.#names.made(
      `${this.#names.useWords(use, registration)} below`,
      registration.place,
      () => codeBelow(this.#names, paths, this.#names.code(use)),
      `${use.handler.number} ${prefix}`,
    )
  }
}

/** Returns code that limits other code to some paths, and removes the path from the URL, as Express does. */
export function codeBelow(
  { writer, express }: HandlerNames,
  patterns: readonly string[],
  code: string,
): string {
  // `:id` for `{<[0-9]+>id}`, and `*` for `{<.*>path}`
  const expressPaths = patterns.flatMap((pattern) => {
    const path = pattern
      .replaceAll(/\{<\.[*+]>(\w+)\}/g, express === 4 ? '*' : '{*$1}')
      .replaceAll(/\{(?:<.*?>)?(\w+)\}/g, ':$1')
    // In a router at `/users`, a wildcard also matches `/users`.
    const [, base = ''] = /^(.+)\/(?:\*|\{\*\w+\})$/.exec(path) ?? []
    return base === '' ? [path] : [path, base]
  })
  // Express takes the first matching path of a list, so longer paths come first.
  const paths = [...new Set(expressPaths)].toSorted((one, other) => other.length - one.length)
  const texts = paths.map((path) => quoted(path || '/'))
  const given = texts.length === 1 ? `${texts.join('')}, ` : `[${texts.join(', ')}], `
  return `${writer.imports.ofPackage('express', ['Router'])}().use(${paths.join('') === '' ? '' : given}${code})`
}
