import * as nodeModule from 'node:module'
import { readFileSync } from 'node:fs'
import { Module } from 'node:module'
import { fileURLToPath } from 'node:url'

/* oxlint-disable no-underscore-dangle -- the name of Node's loader */
interface PackageLoader {
  _load(specifier: string, parent: unknown, ...rest: unknown[]): unknown
}

/** True for `pg` and `pg/lib/x`, if `names` contains `pg`. */
function isOf(specifier: string, names: readonly string[]): boolean {
  return names.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/** Replaces packages with stand-ins, which accept every use and do nothing. */
export function standInFor(names: readonly string[]): void {
  if (names.length === 0) return
  const loader = Module as unknown as PackageLoader
  const load = loader._load.bind(loader)
  loader._load = (specifier, parent, ...rest) =>
    isOf(specifier, names) ? standIn() : load(specifier, parent, ...rest)
  standInForModules(names)
}

/** Synchronous module hooks, which Node 20 lacks. */
type RegisterHooks = (hooks: {
  resolve(
    specifier: string,
    context: { readonly parentURL?: string | undefined },
    next: (specifier: string, context: object) => unknown,
  ): unknown
}) => void

/** Node needs the export names before a module runs, so they come from `import` lines of the importing file. */
function standInForModules(names: readonly string[]): void {
  Object.assign(globalThis, { [Symbol.for('mvc-router stand-in')]: standIn })
  const { registerHooks } = nodeModule as unknown as { readonly registerHooks?: RegisterHooks }
  if (registerHooks !== undefined)
    return registerHooks({
      resolve(specifier, context, next) {
        const url = isOf(specifier, names) ? standInUrl(specifier, readSource(context.parentURL)) : undefined
        return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
      },
    })
  // The hooks' thread receives only this text, so its functions must not use outer names.
  const source = `
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    const isOf = ${isOf.toString()}
    const readSource = (url) => {
      try { return readFileSync(fileURLToPath(url.replace(/[?#].*$/, '')), 'utf8') } catch { return '' }
    }
    const standInUrl = ${standInUrl.toString()}
    export async function resolve(specifier, context, next) {
      const url = isOf(specifier, ${JSON.stringify(names)}) ? standInUrl(specifier, readSource(context.parentURL)) : undefined
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
    }`
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`)
}

function readSource(url: string | undefined): string {
  try {
    return url === undefined ? '' : readFileSync(fileURLToPath(url.replace(/[?#].*$/, '')), 'utf8')
  } catch {
    return ''
  }
}

/** Returns the URL of a module that exports all names which a text imports: `{ a }`, or `all.a` with `* as all`. */
function standInUrl(specifier: string, text: string): string {
  const found = new Set<string>()
  const clauses =
    /(?:import|export)\s+(?:[\w$]+\s*,\s*)?(?:\{([^}]*)\}|\*\s*as\s+([\w$]+))\s*from\s*['"]([^'"]+)['"]/g
  for (const [, clause = '', all, from] of text.matchAll(clauses)) {
    if (from !== specifier) continue
    for (const each of clause.split(',')) found.add(/^\s*(?:type\s+)?(\S*)/.exec(each)?.[1] ?? '')
    for (const [, object, name = ''] of text.matchAll(/(?<![\w$.])([\w$]+)\.([\w$]+)/g))
      if (object === all) found.add(name)
  }
  const names = [...found].filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && name !== 'then',
  )
  const code = [
    'const any = globalThis[Symbol.for("mvc-router stand-in")]()',
    'export default any',
    ...names.map((name, index) => `const any${index} = any.${name}\nexport { any${index} as ${name} }`),
  ]
  return `data:text/javascript,${encodeURIComponent(code.join('\n'))}`
}

/**
 * Returns a function, a class and an object in one, whose members and results are stand-ins. As a promise, it resolves.
 *
 * @param called the name of the member that contains this stand-in
 */
function standIn(own = new Map<string, unknown>([['then', keepPromise]]), called = ''): unknown {
  const members = new Map(own)
  const member = (name: string): unknown => {
    if (!members.has(name) && !notThere.has(name)) members.set(name, standIn(undefined, name))
    return members.get(name)
  }
  return new Proxy(function nothing(): void {}, {
    get(target, name) {
      if (name === 'prototype') return target.prototype as unknown
      if (name === Symbol.toPrimitive) return () => ''
      if (name === Symbol.iterator) return () => [].values()
      return typeof name === 'symbol' ? undefined : member(name)
    },
    getOwnPropertyDescriptor(target, name) {
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    apply: (_target, _self, args: unknown[]) => answer(called, args),
    construct: (_target, args: unknown[]) => answer('', args),
  })
}

function answer(called: string, args: readonly unknown[]): object {
  const callback = args.at(-1)
  const isFunction = typeof callback === 'function' && !/^class\b/.test(String(callback))
  if (isFunction && isCalledBack(called, args[0], callback.length))
    setImmediate(() => callBack(callback as object, argumentsOf(called)))
  return standIn() as object
}

/** True if the callback runs as if an operation succeeded, such as a connection to a database. */
function isCalledBack(name: string, event: unknown, length: number): boolean {
  if (isListening(name)) return typeof event === 'string' && /^(?:open|connect(?:ed)?|ready)$/.test(event)
  if (isHook(name)) return false
  // The callback of an operation gets an error and a result. A function with three parameters is middleware.
  return length === 0 ? /^(?:connect|open|init|sync|authenticate|finally)/.test(name) : length <= 2
}

/** True for functions such as `schema.pre('save', hook)` and `user.beforeCreate(hook)`, whose callbacks run later. */
function isHook(name: string): boolean {
  return /^(?:catch|pre|post|addHook|(?:before|after)\w*)$/.test(name)
}

/** A function that reads a member of its null error is no callback: `@OneToMany((user) => user.posts)`. */
function callBack(callback: object, args: readonly unknown[]): void {
  try {
    Reflect.apply(callback as () => unknown, standIn(), args)
  } catch (error) {
    if (!(error instanceof TypeError && error.message.includes('of null'))) throw error
  }
}

function argumentsOf(name: string): unknown[] {
  return isListening(name) ? [standIn()] : [null, standIn()]
}

function isListening(name: string): boolean {
  return /^(?:on|once|addListener)$/.test(name)
}

/** Resolves later, like a database. Therefore routes that wait for it come last, and endless loops can be stopped. */
async function keepPromise(resolve: unknown): Promise<unknown> {
  await new Promise(setImmediate)
  const value = standIn(new Map())
  return typeof resolve === 'function' ? (Reflect.apply(resolve, undefined, [value]) as unknown) : value
}

// With these members, a stand-in would look like a promise, an application or a module.
const notThere: ReadonlySet<string> = new Set(['then', 'handle', '__esModule'])
