import { findInClass, hasKnownAncestors } from './class-values.js'
import type { Evaluation } from '../evaluation.js'
import { expressMember } from '../natives/express-values.js'
import { assumedTextMember, listMember, mapMember, textMember } from '../natives/member-functions.js'
import { nameOf, nodeIn, nodesIn, childIn } from '../../../script/syntax-fields.js'
import { textOf } from '../values/known-facts.js'
import { constantOf, nativeOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { unknownAt } from '../values/unknown-at.js'
import type { FunctionValue, NativeValue, Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'
import { keyOf } from './evaluate-field.js'

export function memberExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const objectNode = childIn(node, 'object')
  const isSuper = objectNode.type === 'Super'
  const object = isSuper ? scope.ownFunction?.superclass : evaluation.evaluate(objectNode, scope)
  const key = keyOf(evaluation, node, scope, 'property')
  if (key === undefined || object === undefined) return unknownAt({ node, scope })
  const isStatic = scope.thisValue?.type === 'class'
  if (!isSuper || isStatic) return evaluation.member(object, key, { node, scope })
  const method = object.type === 'class' ? findInClass(evaluation, object, key, scope.thisValue) : undefined
  return method ?? unknownAt({ node, scope })
}

/** `value[name]`. */
export function memberOf(evaluation: Evaluation, value: Value, name: string, call: ScopedNode): Value {
  if (name === 'then' && isSettled(value))
    return nativeOf(([callback], inner) => {
      evaluation.defer(callback, [value])
      return unknownAt(inner)
    })
  switch (value.type) {
    case 'object': {
      const live = value.live.get(name)?.()
      const own = live ?? value.fields.get(name)
      if (own !== undefined) return own
      if (value.entries !== undefined) {
        const method = mapMember(value, value.entries, name, evaluation)
        if (method !== undefined) return method
      }
      const inherited = value.classValue && findInClass(evaluation, value.classValue, name, value)
      if (inherited !== undefined) return inherited
      if (name === 'hasOwnProperty')
        return nativeOf(([key]) => {
          const text = textOf(key)
          return text === undefined || value.isOpen ? unknownOf(name) : constantOf(value.fields.has(text))
        })
      if (!value.isOpen && (value.classValue === undefined || hasKnownAncestors(value.classValue)))
        return undefinedValue
      const path = evaluation.packagePathOf(value)
      return unknownAt(call, { packagePath: path && { ...path, path: [...path.path, name] } })
    }
    case 'list':
      return listMember(value, name, evaluation, call) ?? undefinedValue
    case 'constant':
      if (value.constant === undefined || value.constant === null) return unknownAt(call)
      return textMember(value.constant, name) ?? unknownAt(call)
    case 'function':
      return functionMember(evaluation, value, name, call)
    case 'class':
      return (
        value.fields.get(name) ??
        (name === 'name'
          ? constantOf(nameOf(nodeIn(value.node, 'id')) ?? '')
          : value.superclass === undefined
            ? undefinedValue
            : evaluation.member(value.superclass, name, call))
      )
    case 'native':
      return value.fields.get(name) ?? nativeMember(evaluation, value, name) ?? unknownAt(call)
    case 'router':
    case 'route':
      return expressMember(value, name, evaluation) ?? unknownAt(call)
    case 'staticFiles':
      return unknownAt(call)
    case 'unknown': {
      const known = value.members.get(name)
      if (known !== undefined) return known
      const ofText = assumedTextMember(value, name)
      if (ofText !== undefined) return ofText
      const { packagePath } = value
      const member = unknownOf(`${value.text}.${name}`, {
        packagePath: packagePath && { ...packagePath, path: [...packagePath.path, name] },
        environment: value.text === 'process.env' ? name : undefined,
        origin: call,
      })
      value.members.set(name, member)
      return member
    }
  }
}

/** Whether a value is what a promise gives: a promise is its value here. */
function isSettled(value: Value): boolean {
  if (value.type === 'object')
    return !value.isOpen && value.classValue === undefined && !value.fields.has('then')
  return (
    value.type === 'list' || value.type === 'router' || value.type === 'function' || value.type === 'class'
  )
}

type Caller = (self: Value, args: readonly Value[], call: ScopedNode) => Value

/** `call` and `apply` of a function. */
function callMember(evaluation: Evaluation, name: string, callOn: Caller): Value | undefined {
  if (name === 'call') return nativeOf(([self = undefinedValue, ...args], call) => callOn(self, args, call))
  if (name !== 'apply') return undefined
  return nativeOf(([self = undefinedValue, args], call) => {
    if (args !== undefined && args.type !== 'constant' && (args.type !== 'list' || args.isOpen))
      evaluation.openCalls.add(call.node)
    return callOn(self, args?.type === 'list' ? args.items : [], call)
  })
}

function nativeMember(evaluation: Evaluation, value: NativeValue, name: string): Value | undefined {
  if (name !== 'bind') return callMember(evaluation, name, (_, args, call) => value.call(args, call))
  return nativeOf(([, ...bound]) =>
    bound.length === 0 ? value : { ...value, call: (args, call) => value.call([...bound, ...args], call) },
  )
}

function functionMember(evaluation: Evaluation, value: FunctionValue, name: string, call: ScopedNode): Value {
  const own = value.fields.get(name)
  if (own !== undefined) return own
  const called = callMember(evaluation, name, (self, args, inner) =>
    evaluation.callFunction(value.unbound ? value : { ...value, thisValue: self }, self, args, inner),
  )
  if (called !== undefined) return called
  switch (name) {
    case 'bind':
      return nativeOf(([self, ...args]) => {
        // A method that is bound to its own object is that method.
        return {
          ...value,
          thisValue: self,
          boundArguments: [...value.boundArguments, ...args],
          unbound: value,
        }
      })
    case 'name':
      return constantOf(nameOf(nodeIn(value.node, 'id')) ?? '')
    case 'length':
      return constantOf(nodesIn(value.node, 'params').length)
    case 'prototype': {
      const prototype = objectOf([])
      value.fields.set(name, prototype)
      return prototype
    }
    default:
      return value.origin === undefined ? unknownAt(call) : undefinedValue
  }
}
