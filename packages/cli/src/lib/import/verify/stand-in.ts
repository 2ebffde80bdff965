import { Module } from 'node:module'

interface PackageLoader {
  readonly _cache: Readonly<Record<string, { exports: unknown } | undefined>>
  _load(specifier: string, parent: { readonly filename?: string } | undefined, ...rest: unknown[]): unknown
}

/**
 * Lets the program load where a package of its cannot: one that is not installed, or was not built for this system. What
 * such a package gives does nothing.
 *
 * @returns the packages that were replaced; it grows
 */
export function standInForBrokenPackages(
  isOwnFile: (specifier: string, from: string | undefined) => boolean,
): Set<string> {
  /* oxlint-disable no-underscore-dangle -- the name of Node's loader */
  const replaced = new Set<string>()
  const loader = Module as unknown as PackageLoader
  const load = loader._load.bind(loader)
  loader._load = (specifier, parent, ...rest) => {
    const imported = loader._cache[specifier]
    try {
      return load(specifier, parent, ...rest)
    } catch (error) {
      const name = packageName(specifier, parent?.filename)
      if (name === undefined || isOwnFile(specifier, parent?.filename)) throw error
      replaced.add(name)
      const instead = name.startsWith('dotenv') ? environmentFile() : standIn()
      // `import` reads the exports of the module that it has made for the file.
      if (imported !== undefined) imported.exports = instead
      return instead
    }
  }
  return replaced
}

/** The package that a file of the program asks for; `import` asks with the package's file, and tells nobody who asks. */
function packageName(specifier: string, from: string | undefined): string | undefined {
  const isOwn = from === undefined || !from.includes('/node_modules/')
  const inPackage = /^(?:\/.*\/node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/|$)/.exec(specifier)?.[1]
  if (!isOwn || inPackage === undefined || inPackage === 'express' || specifier.startsWith('node:'))
    return undefined
  return specifier.startsWith('/') && from !== undefined ? undefined : inPackage
}

/** A function and an object that answers everything with more of its kind; a promise that is kept. */
function standIn(): unknown {
  return inert(new Map([['then', resolved as unknown]]))
}

function config(): unknown {
  return { parsed: {} }
}

/** `dotenv`, whose result programs look at: there is nothing in the file. */
function environmentFile(): unknown {
  return inert(
    new Map<string, unknown>([
      ['config', config],
      ['default', { config }],
    ]),
  )
}

function resolved(resolve: unknown): unknown {
  // Later, as of every promise: routes that wait for a database come behind the others.
  if (typeof resolve === 'function')
    queueMicrotask(() => void Reflect.apply(resolve, undefined, [inert(new Map())]))
  return standIn()
}

function inert(own: ReadonlyMap<string, unknown>): unknown {
  const members = new Map(own)
  const member = (name: string): unknown => {
    // It is no list, no module and no application.
    if (!notThere.has(name) && !members.has(name)) members.set(name, standIn())
    return members.get(name)
  }
  return new Proxy(function nothing(): void {}, {
    get(target, name) {
      if (name === 'prototype') return target.prototype as unknown
      if (name === Symbol.toPrimitive) return () => ''
      return typeof name === 'symbol' ? undefined : member(name)
    },
    // `import { Client }` asks whether it is an own one.
    getOwnPropertyDescriptor(target, name) {
      const known = Reflect.getOwnPropertyDescriptor(target, name)
      const isThere = typeof name === 'string' && member(name) !== undefined
      return known ?? (isThere ? { configurable: true, value: member(name) } : undefined)
    },
    apply: standIn,
    construct: () => standIn() as object,
  })
}

const notThere: ReadonlySet<string> = new Set(['then', 'handle', '__esModule'])
