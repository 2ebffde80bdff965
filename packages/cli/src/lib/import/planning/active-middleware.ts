import { quoted } from '../../script/quoted.js'
import { conditionCode } from '../code/condition-code.js'
import type { ModuleWriter } from '../code/module-writer.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import type { RegisteredHandler, Registration } from '../program/values/values.js'
import type { HandlerNames } from './handler-names.js'
import { countedConditions } from './registered-conditions.js'

interface NamedUse {
  readonly name: string
  /** Below which path; undefined for every one. */
  readonly prefix: string | undefined
  /** Names the same middleware for a path that only some requests of a line have. */
  readonly nameBelow: () => string
}

/** The middleware of a router that runs for the lines behind it. */
export class ActiveMiddleware {
  readonly #names: HandlerNames
  /** Where the router is mounted. */
  readonly #mount: string
  readonly #uses: NamedUse[] = []

  constructor(names: HandlerNames, mount: string) {
    this.#names = names
    this.#mount = mount
  }

  add(registration: Registration, handler: RegisteredHandler, prefix: string): void {
    const name = this.#names.useName(handler, registration)
    const path = expressPathOf(`${this.#mount}${prefix}`)
    const conditions = countedConditions(registration)
    const wrap = (writer: ModuleWriter, code: string): string => {
      if (conditions.length === 0) return code
      return `(request, response, next) => (${conditionCode(writer, conditions)} ? (${code})(request, response, next) : next())`
    }
    const nameBelow = (): string =>
      this.#names.made(`${name}Below`, registration.place, (writer) =>
        wrap(
          writer,
          `${writer.imports.ofPackage('express', [])}.Router().use(${quoted(path)}, ${writer.expression(handler.value)})`,
        ),
      )
    const own =
      conditions.length === 0
        ? name
        : this.#names.made(`${name}Conditionally`, registration.place, (writer) =>
            wrap(writer, writer.expression(handler.value)),
          )
    this.#uses.push({ name: own, prefix: prefix === '/' ? undefined : prefix, nameBelow })
  }

  /** The names for a line. */
  forLine(pattern: string): string[] {
    return this.#uses.flatMap((use) => namesFor(use, pattern))
  }

  /** The names for a mounted router: middleware of a path below its own concerns some of its requests. */
  forMount(mount: string): string[] {
    return this.#uses.flatMap((use) => {
      const own = namesFor(use, mount)
      if (own.length > 0 || use.prefix === undefined || comparePrefix(mount, use.prefix) === 'none')
        return own
      return [use.nameBelow()]
    })
  }
}

function namesFor({ prefix, name, nameBelow }: NamedUse, pattern: string): string[] {
  const cover = prefix === undefined ? 'all' : comparePrefix(prefix, pattern)
  return cover === 'none' ? [] : [cover === 'all' ? name : nameBelow()]
}

/** A pattern in Express's words, for a new router: variables without constraints only. */
export function expressPathOf(pattern: string): string {
  return pattern.replaceAll(/\{(?:<.*?>)?(\w+)\}/g, ':$1')
}
