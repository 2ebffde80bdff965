import type {
  Constant,
  ConstantValue,
  ListValue,
  NativeValue,
  ObjectValue,
  UnknownValue,
  Value,
} from './values.js'

export function constantOf(constant: Constant): ConstantValue {
  return { type: 'constant', constant }
}

export function listOf(items: readonly Value[], isOpen = false): ListValue {
  return { type: 'list', items: [...items], isOpen, depth: undefined, origin: undefined }
}

export function objectOf(
  fields: Iterable<readonly [string, Value]>,
  more: Partial<Pick<ObjectValue, 'entries' | 'classValue' | 'isOpen' | 'origin'>> = {},
): ObjectValue {
  return {
    type: 'object',
    fields: new Map(fields),
    entries: undefined,
    live: new Map(),
    methods: new Map(),
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
    callee: undefined,
    members: new Map(),
    ...more,
  }
}

export function nativeOf(
  call: NativeValue['call'],
  fields: Iterable<readonly [string, Value]> = [],
): NativeValue {
  return { type: 'native', call, fields: new Map(fields) }
}

export const undefinedValue: ConstantValue = constantOf(undefined)
