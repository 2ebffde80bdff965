import { findInClass, hasKnownAncestors, superclassIn } from './class-values.js'
import type { Evaluation } from '../evaluation.js'
import { expressMember } from '../natives/express-values.js'
import { assumedTextMember, listMember, mapMember, textMember } from '../natives/member-functions.js'
import { nameOf, nodeIn, nodesIn, childIn } from '../../../script/syntax-fields.js'
import { textOf } from '../values/known-facts.js'
import { constantOf, nativeOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { unknownAt } from '../values/unknown-at.js'
import type { Scope } from '../values/values.js'
import { type FunctionValue, type ScopedNode, type Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'
import { keyOf } from './evaluate-field.js'

export function memberExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const objectNode = childIn(node, 'object')
  const object = objectNode.type === 'Super' ? superclassIn(scope) : evaluation.evaluate(objectNode, scope)
  const key = keyOf(evaluation, node, scope, 'property')
  if (key === undefined) return unknownAt({ node, scope })
  if (objectNode.type === 'Super') {
    const method = object.type === 'class' ? findInClass(evaluation, object, key, scope.thisValue) : undefined
    return method ?? unknownAt({ node, scope })
  }
  return evaluation.member(object, key, { node, scope })
}

/** `value[name]`. */
export function memberOf(evaluation: Evaluation, value: Value, name: string, call: ScopedNode): Value {
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
        return nativeOf(name, ([key]) => {
          const text = textOf(key)
          return text === undefined || value.isOpen ? unknownOf(name) : constantOf(value.fields.has(text))
        })
      if (!value.isOpen && (value.classValue === undefined || hasKnownAncestors(value.classValue)))
        return undefinedValue
      const path = evaluation.packagePathOf(value)
      return unknownAt(call, '', { packagePath: path && { ...path, path: [...path.path, name] } })
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
        (value.superclass === undefined
          ? name === 'name'
            ? constantOf(nameOf(nodeIn(value.node, 'id')) ?? '')
            : undefinedValue
          : evaluation.member(value.superclass, name, call))
      )
    case 'native':
      return value.fields.get(name) ?? (name === 'bind' ? nativeOf(name, () => value) : unknownAt(call))
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

function functionMember(evaluation: Evaluation, value: FunctionValue, name: string, call: ScopedNode): Value {
  const own = value.fields.get(name)
  if (own !== undefined) return own
  const callOn = (self: Value, args: readonly Value[], inner: ScopedNode): Value =>
    evaluation.callFunction(value.unbound ? value : { ...value, thisValue: self }, self, args, inner)
  switch (name) {
    case 'call':
      return nativeOf(name, ([self = undefinedValue, ...args], inner) => callOn(self, args, inner))
    case 'apply':
      return nativeOf(name, ([self = undefinedValue, args], inner) =>
        callOn(self, args?.type === 'list' ? args.items : [], inner),
      )
    case 'bind':
      return nativeOf(name, ([self, ...args]) => {
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
