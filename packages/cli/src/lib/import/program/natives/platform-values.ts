import { getOrInsert } from '@mvc-router/router-core/tools'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, type Dirent, type Stats } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globSync } from 'tinyglobby'
import { nodesIn } from '../../../script/syntax-fields.js'
import { callWith, forEachItem } from './each-item.js'
import { looksLikeHandler } from '../evaluate/calls.js'
import type { Evaluation } from '../evaluation.js'
import { itemsOf, takeItems } from '../values/items-of.js'
import { assumedConstant, textOf } from '../values/known-facts.js'
import { constantOf, listOf, nativeOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { setMember } from '../values/set-member.js'
import { computed, unknownAt } from '../values/unknown-at.js'
import { fromJson } from '../values/json-value.js'
import type { Constant, ListValue, Scope, ScopedNode, Value } from '../values/values.js'

/** A module of Node as far as paths of routes and of files need it. */
export function platformModule(specifier: string, evaluation: Evaluation): Value | undefined {
  switch (specifier.replace(/^node:/, '')) {
    case 'path':
    case 'path/posix':
      return withDefault(pathModule(evaluation))
    case 'fs':
      return withDefault(fileModule(evaluation))
    case 'fs/promises':
      return withDefault(fileModule(evaluation, true))
    case 'url':
      return withDefault(urlModule(evaluation))
    case 'module':
      return withDefault([native('createRequire', (_, { scope }) => requireFunction(evaluation, scope))])
    case 'process':
      return globalValue('process', evaluation)
    case 'util':
      return withDefault(utilModule())
    case 'glob':
    case 'fast-glob':
    case 'tinyglobby':
      return globModule(evaluation)
    case 'lodash':
    case 'underscore':
      return withDefault(lodashModule(evaluation))
    default:
      return undefined
  }
}

function withDefault(fields: readonly (readonly [string, Value])[]): Value {
  const module = objectOf(fields, { isOpen: true })
  module.fields.set('default', module)
  return module
}

function native(
  name: string,
  compute: (args: readonly Value[], call: ScopedNode) => Value,
): readonly [string, Value] {
  return [name, nativeOf(compute)]
}

/** What makes another function of a function calls it later, and not now. */
function utilModule(): (readonly [string, Value])[] {
  return ['promisify', 'callbackify', 'deprecate'].map((name) =>
    native(name, ([given], call) =>
      given?.type === 'function' && !looksLikeHandler(given) ? given : unknownAt(call),
    ),
  )
}

function pathModule(evaluation: Evaluation): (readonly [string, Value])[] {
  const onTexts = (name: string, compute: (...texts: string[]) => string): readonly [string, Value] =>
    native(name, (args, call) => {
      const known = args.map(assumedConstant).filter((text) => typeof text === 'string')
      if (known.length < args.length) return unknownAt(call, { isText: true })
      const result = compute(...known)
      if (args.every(({ type }) => type === 'constant')) return constantOf(result)
      return unknownAt(call, { isText: true, fallback: result })
    })
  return [
    onTexts('join', (...texts) => posix.join(...texts)),
    onTexts('resolve', (...texts) => posix.resolve(evaluation.cwd, ...texts)),
    onTexts('normalize', (text = '') => posix.normalize(text)),
    onTexts('dirname', (text = '') => posix.dirname(text)),
    onTexts('basename', (text = '', suffix?: string) => posix.basename(text, suffix)),
    onTexts('extname', (text = '') => posix.extname(text)),
    onTexts('relative', (from = '', to = '') => posix.relative(from, to)),
    native('parse', ([path], call) => {
      const text = textOf(path)
      if (text === undefined) return unknownAt(call)
      return objectOf(
        Object.entries(posix.parse(text)).map(([key, value]) => [key, constantOf(value)] as const),
      )
    }),
    ['sep', constantOf('/')],
  ]
}

/** What `fs` tells of the program's own files, at once, by a promise, or to a callback. */
function fileModule(evaluation: Evaluation, isPromised = false): (readonly [string, Value])[] {
  const onPath = (
    name: string,
    read: (path: string, options: readonly string[]) => Value,
  ): (readonly [string, Value])[] => {
    const now = (args: readonly Value[], call: ScopedNode): Value => {
      const [path, options] = args
      const text = textOf(path)
      if (text === undefined) return unknownAt(call)
      const names = options?.type === 'object' ? [...options.fields.keys()] : []
      return computed(call, () => read(posix.resolve(evaluation.cwd, text), names))
    }
    const later = (args: readonly Value[], call: ScopedNode): Value => {
      const found = now(args, call)
      evaluation.defer(args.at(-1), [undefinedValue, found])
      return found
    }
    return isPromised ? [native(name, now)] : [native(`${name}Sync`, now), native(name, later)]
  }
  const functions = [
    ...onPath('readdir', (folder, options) => {
      const entries = readdirSync(folder, { withFileTypes: true, recursive: options.includes('recursive') })
      const named = entries
        .map((entry) => ({ entry, path: posix.relative(folder, posix.join(entry.parentPath, entry.name)) }))
        .toSorted((left, right) => (left.path < right.path ? -1 : 1))
      if (!options.includes('withFileTypes')) return listOf(named.map(({ path }) => constantOf(path)))
      return listOf(
        named.map(({ entry }) => {
          const folderOfEntry = constantOf(entry.parentPath)
          return objectOf([
            ['name', constantOf(entry.name)],
            ['path', folderOfEntry],
            ['parentPath', folderOfEntry],
            ...kindOf(entry),
          ])
        }),
      )
    }),
    ...onPath('stat', (path) => objectOf(kindOf(statSync(path)), { isOpen: true })),
    ...onPath('lstat', (path) => objectOf(kindOf(lstatSync(path)), { isOpen: true })),
    ...onPath('readFile', (path) => constantOf(readFileSync(path, 'utf8'))),
    native('existsSync', ([path], call) => {
      const text = textOf(path)
      return text === undefined
        ? unknownAt(call)
        : constantOf(existsSync(posix.resolve(evaluation.cwd, text)))
    }),
  ]
  return isPromised ? functions : [...functions, ['promises', withDefault(fileModule(evaluation, true))]]
}

function kindOf(entry: Stats | Dirent): (readonly [string, Value])[] {
  return [
    native('isDirectory', () => constantOf(entry.isDirectory())),
    native('isFile', () => constantOf(entry.isFile())),
  ]
}

function urlModule(evaluation: Evaluation): (readonly [string, Value])[] {
  return [
    ['URL', globalValue('URL', evaluation) ?? undefinedValue],
    native('fileURLToPath', ([url = undefinedValue], call) => {
      const text = textOf(url.type === 'object' ? url.fields.get('href') : url)
      return text === undefined ? url : computed(call, () => constantOf(fileURLToPath(text)))
    }),
    native('pathToFileURL', ([path = undefinedValue]) => {
      const text = textOf(path)
      return text === undefined ? path : urlObject(pathToFileURL(text))
    }),
  ]
}

function urlObject({ href, pathname }: URL): Value {
  return objectOf([
    ['href', constantOf(href)],
    ['pathname', constantOf(pathname)],
  ])
}

/** `require`, as the file of a scope has it. */
export function requireFunction(evaluation: Evaluation, scope: Scope): Value {
  const load = ([specifier]: readonly Value[], call: ScopedNode): Value => {
    const text = textOf(specifier)
    return text === undefined ? unknownAt(call) : evaluation.importModule(text, { node: call.node, scope })
  }
  return nativeOf(load, [['main', unknownOf('require.main')]])
}

function globModule(evaluation: Evaluation): Value {
  const find = (args: readonly Value[], call: ScopedNode): Value => {
    const [patterns, options] = args
    const given = patterns?.type === 'list' ? patterns.items : [patterns]
    const texts = given.map(textOf).filter((text) => text !== undefined)
    const folder = options?.type === 'object' ? textOf(options.fields.get('cwd')) : evaluation.cwd
    if (texts.length < given.length || texts.length === 0 || folder === undefined) return unknownAt(call)
    const isAbsolute = texts.every((text) => posix.isAbsolute(text))
    const cwd = posix.resolve(evaluation.cwd, folder)
    const files = globSync(texts, {
      cwd,
      absolute: isAbsolute,
      ignore: ['**/node_modules/**'],
      expandDirectories: false,
    })
    return listOf(files.toSorted().map(constantOf))
  }
  const findLater = (args: readonly Value[], call: ScopedNode): Value => {
    const found = find(args, call)
    evaluation.defer(args.at(-1), [undefinedValue, found])
    return found
  }
  const glob = nativeOf(findLater, [native('sync', find), native('globSync', find)])
  for (const name of ['default', 'glob']) glob.fields.set(name, glob)
  return glob
}

function lodashModule(evaluation: Evaluation): (readonly [string, Value])[] {
  const each = (name: string): readonly [string, Value] =>
    native(name, ([subject = undefinedValue, callback = undefinedValue], call) => {
      const visit = (value: Value, key: Value): Value => callWith(evaluation, callback, [value, key], call)
      const results =
        subject.type === 'object'
          ? Array.from(subject.fields, ([key, value]) => visit(value, constantOf(key)))
          : forEachItem(subject, visit, evaluation, call, nodesIn(call.node, 'arguments')[0])
      return name === 'map' ? listOf(results) : undefinedValue
    })
  return [each('forEach'), each('each'), each('map')]
}

/** A global of JavaScript or of Node. */
export function globalValue(name: string, evaluation: Evaluation): Value | undefined {
  return getOrInsert(evaluation.globals, name, () => makeGlobal(name, evaluation))
}

function makeGlobal(name: string, evaluation: Evaluation): Value | undefined {
  switch (name) {
    case 'process':
      return objectOf(
        [
          ['env', unknownOf('process.env')],
          native('cwd', () => constantOf(evaluation.cwd)),
          ...['on', 'once', 'exit'].map((each) => native(each, () => undefinedValue)),
        ],
        { isOpen: true },
      )
    case 'Object':
      return nativeOf(([value = undefinedValue]) => value, objectFunctions())
    case 'Array':
      return nativeOf(
        (args) => emptyList(args[0]) ?? listOf(args),
        [
          native('isArray', ([value], call) =>
            value?.type === 'unknown' ? unknownAt(call) : constantOf(value?.type === 'list'),
          ),
          native('from', ([value = undefinedValue, callback], call) => {
            const length = value.type === 'object' && !value.isOpen ? value.fields.get('length') : undefined
            const list = emptyList(length) ?? listOf([])
            if (length === undefined) takeItems(list, value)
            if (callback === undefined) return list
            const visit = (item: Value, index: Value): Value =>
              callWith(evaluation, callback, [item, index], call)
            return listOf(forEachItem(list, visit, evaluation, call, nodesIn(call.node, 'arguments')[0]))
          }),
          native('of', (args) => listOf(args)),
        ],
      )
    case 'RegExp':
      return pure(name, (source: string, flags?: string) => new RegExp(source, flags))[1]
    case 'Map':
    case 'Set':
      return nativeOf(([items], call) => {
        const entries = listOf([])
        if (items !== undefined) takeItems(entries, items)
        entries.depth = evaluation.conditions.count
        return objectOf(name === 'Map' ? [['#map', undefinedValue]] : [], {
          entries,
          origin: call,
        })
      })
    case 'URL':
      return nativeOf(([path, base], call) => {
        const [text, from] = [textOf(path), textOf(base)]
        if (text === undefined) return unknownAt(call)
        return computed(call, () => urlObject(new URL(text, from)))
      })
    case 'Promise':
      return objectOf(
        [
          native('all', ([list = undefinedValue]) => list),
          native('resolve', ([value = undefinedValue]) => value),
        ],
        { isOpen: true },
      )
    case 'String':
    case 'Number':
    case 'Boolean':
    case 'encodeURIComponent':
    case 'encodeURI':
    case 'decodeURIComponent':
    case 'decodeURI':
    case 'parseInt':
    case 'parseFloat':
      return pure(name, globalThis[name])[1]
    case 'Math':
      return objectOf(
        (['abs', 'ceil', 'floor', 'max', 'min', 'pow', 'round', 'sign', 'sqrt', 'trunc'] as const).map(
          (each) => pure(each, Math[each] as (value: number) => Constant),
        ),
        { isOpen: true },
      )
    case 'JSON':
      return objectOf(
        [native('parse', ([value], call) => computed(call, () => fromJson(JSON.parse(textOf(value) ?? ''))))],
        { isOpen: true },
      )
    case 'global':
      return globalValue('globalThis', evaluation)
    case 'globalThis':
      return objectOf([], { isOpen: true })
    case 'setTimeout':
    case 'setImmediate':
    case 'queueMicrotask':
      return nativeOf(([callback]) => {
        evaluation.defer(callback, [])
        return undefinedValue
      })
    case 'console':
      return objectOf(
        ['log', 'error', 'warn', 'info', 'debug'].map((each) => native(each, () => undefinedValue)),
        { isOpen: true },
      )
    default:
      return undefined
  }
}

/** What `Array(length)` makes; a long list is open. */
function emptyList(length: Value | undefined): ListValue | undefined {
  if (length?.type !== 'constant' || typeof length.constant !== 'number') return undefined
  if (length.constant > 1000) return listOf([], true)
  return listOf(Array.from({ length: length.constant }, () => undefinedValue))
}

/** A function that gives the same for the same: it is computed where all of its arguments are known. */
function pure(name: string, compute: (...args: never[]) => Constant): readonly [string, Value] {
  return native(name, (args, call) => {
    const known = args.flatMap((each) => (each.type === 'constant' ? [each.constant] : []))
    return known.length === args.length
      ? computed(call, () => constantOf(Reflect.apply(compute, undefined, known)))
      : unknownAt(call, { isText: /^String$|URI/.test(name) })
  })
}

function objectFunctions(): (readonly [string, Value])[] {
  const onPairs = (
    name: string,
    compute: (pair: readonly [string, Value]) => Value,
  ): readonly [string, Value] =>
    native(name, ([value]) => {
      const pairs = pairsOf(value)
      if (pairs !== undefined) return listOf(pairs.map(compute))
      return listOf(value?.type === 'object' ? [...value.fields].map(compute) : [], true)
    })
  return [
    onPairs('keys', ([key]) => constantOf(key)),
    onPairs('values', ([, value]) => value),
    onPairs('entries', ([key, value]) => listOf([constantOf(key), value])),
    native('assign', ([target = undefinedValue, ...sources]) => {
      for (const source of sources)
        if (source.type === 'object') for (const [key, value] of source.fields) setMember(target, key, value)
        else if (target.type === 'object') target.isOpen = true
      return target
    }),
    native('freeze', ([value = undefinedValue]) => value),
    native('seal', ([value = undefinedValue]) => value),
    native('create', ([prototype]) => objectOf([], { isOpen: prototype?.type !== 'constant' })),
    native('fromEntries', ([list = undefinedValue], call) => {
      const object = objectOf([])
      for (const entry of itemsOf(list, call)) {
        const key = entry.type === 'list' ? textOf(entry.items[0]) : undefined
        if (key === undefined) object.isOpen = true
        else if (entry.type === 'list') object.fields.set(key, entry.items[1] ?? undefinedValue)
      }
      return object
    }),
    native('defineProperty', ([target = undefinedValue, key, descriptor]) => {
      const name = textOf(key)
      const value = descriptor?.type === 'object' ? descriptor.fields.get('value') : undefined
      if (name !== undefined && value !== undefined) setMember(target, name, value)
      return target
    }),
  ]
}

function pairsOf(value: Value | undefined): (readonly [string, Value])[] | undefined {
  if (value?.type === 'object' && !value.isOpen) return [...value.fields]
  if (value?.type === 'list' && !value.isOpen)
    return value.items.map((each, index) => [String(index), each] as const)
  return undefined
}
