import type { ModuleWriter } from '../code/module-writer.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import type { RecordedUse } from '../record/recorded-application.js'
import { quoted } from '../script/quoted.js'
import type { HandlerNames } from './handler-names.js'
import type { Registration } from './recorded-program.js'

interface NamedUse {
  /** Middleware that no line needs gets no name. */
  readonly name: () => string
  /** The path below which the middleware runs. Undefined means every path. */
  readonly prefix: string | undefined
  /** Names the same middleware, limited to its path, for a line of which only some requests are below the path. */
  readonly nameBelow: () => string
}

/** The middleware of a router that runs before the following lines. */
export class ActiveMiddleware {
  readonly #names: HandlerNames
  /** All paths at which the router is mounted. */
  readonly #mounts: readonly string[]
  readonly #uses: NamedUse[] = []

  constructor(names: HandlerNames, mounts: readonly string[]) {
    this.#names = names
    this.#mounts = mounts
  }

  add(registration: Registration, use: RecordedUse, prefix: string): void {
    const name = (): string => this.#names.useName(use, registration)
    const nameBelow = (): string =>
      this.#names.made(
        `${this.#names.useWords(use, registration)} below`,
        registration.place,
        (writer) =>
          codeBelow(
            writer,
            this.#mounts.map((mount) => `${mount}${prefix}`),
            this.#names.code(use),
          ),
        `${use.handler} ${prefix}`,
      )
    this.#uses.push({ name, prefix: prefix === '/' ? undefined : prefix, nameBelow })
  }

  /** Returns the names of middleware that runs for every path. */
  everywhere(): string[] {
    return this.#uses.flatMap(({ prefix, name }) => (prefix === undefined ? [name()] : []))
  }

  /** Returns the names for a line. */
  forLine(pattern: string): string[] {
    return this.#uses.flatMap((use) => namesFor(use, pattern))
  }

  /**
   * Returns the names for a mounted router or folder. Middleware of a path below the mount runs for some of its requests.
   *
   * @param patterns the lines of the router, with the mount
   */
  forMount(mount: string, patterns: readonly string[]): string[] {
    return this.#uses.flatMap((use) => {
      const own = namesFor(use, mount)
      const { prefix } = use
      if (own.length > 0 || prefix === undefined || comparePrefix(mount, prefix) === 'none') return own
      const isReached = patterns.some((pattern) => comparePrefix(prefix, pattern) !== 'none')
      return isReached ? [use.nameBelow()] : []
    })
  }
}

function namesFor({ prefix, name, nameBelow }: NamedUse, pattern: string): string[] {
  const cover = prefix === undefined ? 'all' : comparePrefix(prefix, pattern)
  return cover === 'none' ? [] : [cover === 'all' ? name() : nameBelow()]
}

/** Returns code that runs other code only below paths, and removes the path from the URL, as Express does. */
export function codeBelow(writer: ModuleWriter, patterns: readonly string[], code: string): string {
  // Express takes the first matching path of a list, so longer paths come first.
  const paths = [...new Set(patterns.map(expressPathOf))].toSorted((one, other) => other.length - one.length)
  const texts = paths.map((path) => quoted(path || '/'))
  const given = texts.length === 1 ? `${texts.join('')}, ` : `[${texts.join(', ')}], `
  return `${writer.imports.ofPackage('express', ['Router'])}().use(${paths.join('') === '' ? '' : given}${code})`
}

/** Turns a pattern into a path of Express. Constraints of variables are left out. */
function expressPathOf(pattern: string): string {
  return pattern.replaceAll(/\{(?:<.*?>)?(\w+)\}/g, ':$1')
}
