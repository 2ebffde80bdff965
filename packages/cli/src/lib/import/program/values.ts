import type { SyntaxNode } from '../../links/script-syntax.js'
import type { ExpressRouter, ExpressRoute } from './express-router.js'
import type { Scope } from './scope.js'

/** The expression that made a value: how it can be written again elsewhere. */
export interface Origin {
  readonly node: SyntaxNode
  readonly scope: Scope
}

/** What is known of a value without running the program. Values are compared by identity. */
export type Value =
  | ConstantValue
  | ListValue
  | ObjectValue
  | FunctionValue
  | ClassValue
  | NativeValue
  | RouterValue
  | RouteValue
  | StaticFilesValue
  | UnknownValue

export type Constant = string | number | bigint | boolean | null | undefined | RegExp

export interface ConstantValue {
  readonly type: 'constant'
  readonly constant: Constant
}

export interface ListValue {
  readonly type: 'list'
  items: Value[]
  /** Whether more may be in it than is known. */
  isOpen: boolean
  origin: Origin | undefined
}

/** An object; a `Map` and a `Set` keep their entries. */
export interface ObjectValue {
  readonly type: 'object'
  readonly fields: Map<string, Value>
  readonly entries: ListValue | undefined
  classValue: ClassValue | undefined
  /** Whether more may be in it than is known. */
  isOpen: boolean
  origin: Origin | undefined
}

export interface FunctionValue {
  readonly type: 'function'
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly thisValue: Value | undefined
  readonly fields: Map<string, Value>
  readonly boundArguments: readonly Value[]
  /** Later functions have greater numbers. */
  readonly serial: number
  origin: Origin | undefined
}

export interface ClassValue {
  readonly type: 'class'
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly superclass: Value | undefined
  readonly fields: Map<string, Value>
  origin: Origin | undefined
}

/** A function of the platform or of a package that is understood. */
export interface NativeValue {
  readonly type: 'native'
  readonly name: string
  readonly fields: Map<string, Value>
  readonly call: (args: readonly Value[], call: NativeCall) => Value
  readonly packagePath: PackagePath | undefined
}

export interface NativeCall {
  readonly node: SyntaxNode
  readonly scope: Scope
}

export interface RouterValue {
  readonly type: 'router'
  readonly router: ExpressRouter
  /** What the program has set on it. */
  readonly fields: Map<string, Value>
}

export interface RouteValue {
  readonly type: 'route'
  readonly route: ExpressRoute
}

/** `express.static(directory)`. */
export interface StaticFilesValue {
  readonly type: 'staticFiles'
  /** Absolute; undefined where it is known at run time only. */
  readonly directory: string | undefined
  readonly hasOptions: boolean
  readonly origin: Origin
}

/** Where in a package a value comes from. */
export interface PackagePath {
  readonly specifier: string
  /** `default`, `*` or a name, then members. */
  readonly path: readonly string[]
}

/** A value that only a run could tell. */
export interface UnknownValue {
  readonly type: 'unknown'
  /** What it stands for, for messages. */
  readonly text: string
  readonly packagePath: PackagePath | undefined
  /** Whether it is certainly text, such as a template literal. */
  readonly isText: boolean
  /** The environment variable behind it. */
  readonly environment: string | undefined
  /** What it is where the environment says nothing else: `'/api'` of `process.env.PREFIX || '/api'`. */
  readonly fallback: Constant
  origin: Origin | undefined
  /** For calls: what was called, and with what. */
  readonly made: { readonly callee: Value; readonly args: readonly Value[] } | undefined
  /** The same member is the same value. */
  readonly members: Map<string, Value>
}

export function constantOf(constant: Constant): ConstantValue {
  return { type: 'constant', constant }
}

export function listOf(items: readonly Value[], isOpen = false): ListValue {
  return { type: 'list', items: [...items], isOpen, origin: undefined }
}

export function objectOf(
  fields: Iterable<readonly [string, Value]>,
  more: Partial<Pick<ObjectValue, 'entries' | 'classValue' | 'isOpen' | 'origin'>> = {},
): ObjectValue {
  return {
    type: 'object',
    fields: new Map(fields),
    entries: undefined,
    classValue: undefined,
    isOpen: false,
    origin: undefined,
    ...more,
  }
}

export function unknownOf(
  text: string,
  more: Partial<Omit<UnknownValue, 'type' | 'text'>> = {},
): UnknownValue {
  return {
    type: 'unknown',
    text,
    packagePath: undefined,
    isText: false,
    environment: undefined,
    fallback: undefined,
    origin: undefined,
    made: undefined,
    members: new Map(),
    ...more,
  }
}

export function nativeOf(
  name: string,
  call: NativeValue['call'],
  fields: Iterable<readonly [string, Value]> = [],
  packagePath?: PackagePath,
): NativeValue {
  return { type: 'native', name, call, fields: new Map(fields), packagePath }
}

export const undefinedValue: ConstantValue = constantOf(undefined)

/** The text of a constant, if the value is one. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.type === 'constant' && typeof value.constant === 'string' ? value.constant : undefined
}

/** A constant, or what is taken where the environment says nothing. */
export function assumedConstant(value: Value | undefined): Constant {
  if (value?.type === 'constant') return value.constant
  return value?.type === 'unknown' ? value.fallback : undefined
}

/** Whether the value counts as true; undefined where only a run could tell. */
export function truthOf(value: Value): boolean | undefined {
  if (value.type === 'constant') return Boolean(value.constant)
  return value.type === 'unknown' ? undefined : true
}
