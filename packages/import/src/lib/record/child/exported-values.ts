import { createRequire } from 'node:module'
import type { ExportedName } from '../recorded-application.js'
import type { LoadedScript } from './function-places.js'
import { isApplication, stackOf } from './observe-express.js'
import { isOfProgram, originalFile } from './program-frames.js'

/** All exported functions and objects of the program, with their names. */
export type ExportedValues = ReadonlyMap<unknown, readonly ExportedName[]>

const maxDepth = 3
const maxNames = 400

export async function exportedValues(scripts: readonly LoadedScript[]): Promise<ExportedValues> {
  const values = new Map<unknown, ExportedName[]>()
  for (const [file, module] of Object.entries(createRequire(import.meta.url).cache))
    if (isOfProgram(file)) add(values, module?.exports, { file: originalFile(file), path: [] }, 0)
  for (const { url, file, isModule } of scripts) {
    if (!isModule || !url.startsWith('file:')) continue
    const namespace = await namespaceOf(url)
    for (const name of namespace === undefined ? [] : Object.keys(namespace))
      add(values, memberOf(namespace, name), { file: originalFile(file), path: [name] }, 1)
  }
  return values
}

/** Returns undefined for a module that failed, or that is not ready after 500 ms, because it waits for itself. */
export async function namespaceOf(url: string): Promise<object | undefined> {
  const late = new Promise<undefined>((resolve) => void setTimeout(resolve, 500, undefined).unref())
  try {
    return await Promise.race([import(url) as Promise<object>, late])
  } catch {
    return undefined
  }
}

function add(values: Map<unknown, ExportedName[]>, value: unknown, name: ExportedName, depth: number): void {
  if ((typeof value !== 'function' && typeof value !== 'object') || value === null) return
  const names = values.get(value)
  const isKnown = names !== undefined
  if (isKnown) names.push(name)
  else values.set(value, [name])
  if (depth >= maxDepth || (isKnown && depth > 0)) return
  for (const [key, member] of readableMembers(value))
    add(values, member, { ...name, path: [...name.path, key] }, depth + 1)
}

/** Returns [] for an application, a router, and a proxy that throws for unknown names, such as envalid's. */
function readableMembers(value: object): [name: string, member: unknown][] {
  try {
    return isApplication(value) || stackOf(value).length > 0 ? [] : membersOf(value)
  } catch {
    return []
  }
}

function membersOf(value: object): [name: string, member: unknown][] {
  const names = Object.getOwnPropertyNames(value)
  if (Array.isArray(value) || names.length > maxNames) return []
  const prototype = Object.getPrototypeOf(value) as object | null
  const isInstance =
    typeof value === 'object' &&
    prototype !== null &&
    prototype !== Object.prototype &&
    prototype !== Function.prototype
  const inherited = isInstance ? Object.getOwnPropertyNames(prototype) : []
  return [...names, ...inherited]
    .filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'prototype' && name !== 'constructor')
    .map((name) => [name, memberOf(names.includes(name) ? value : prototype, name)])
}

/** Runs a getter only if a compiled module defines it. */
function memberOf(owner: object | null | undefined, name: string): unknown {
  try {
    const descriptor = owner && Object.getOwnPropertyDescriptor(owner, name)
    if (descriptor === undefined || descriptor === null) return undefined
    if ('value' in descriptor) return descriptor.value as unknown
    return Object.hasOwn(owner as object, '__esModule') ? (owner as Record<string, unknown>)[name] : undefined
  } catch {
    return undefined
  }
}
