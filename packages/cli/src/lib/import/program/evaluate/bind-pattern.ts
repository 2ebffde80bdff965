import { evaluateField, keyOf } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { listIn, nodeIn, nodesIn, textIn, withoutTypes, childIn } from '../../../script/syntax-fields.js'
import { joinValues } from '../values/join-values.js'
import { listOf, objectOf } from '../values/make-values.js'
import { setMember } from '../values/set-member.js'
import { unknownAt, unknownOr } from '../values/unknown-at.js'
import { Scope, type Binding, type Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'
import { patternNames } from '../../../script/declared-names.js'

/** Gives the names of a pattern their values. */
export function bindPattern(
  evaluation: Evaluation,
  pattern: SyntaxNode,
  value: Value,
  scope: Scope,
  evaluationScope: Scope = scope,
  kind: Binding['kind'] = 'declaration',
): void {
  const call = { node: pattern, scope: evaluationScope }
  const bind = (target: SyntaxNode | undefined, part: Value): void => {
    if (target !== undefined) bindPattern(evaluation, target, part, scope, evaluationScope, kind)
  }
  switch (pattern.type) {
    case 'Identifier':
      declare(evaluation, scope, textIn(pattern, 'name'), value, kind)
      return
    case 'AssignmentPattern': {
      const left = nodeIn(pattern, 'left')
      const own = (): Value => evaluateField(evaluation, pattern, 'right', evaluationScope)
      const isMissing = value.type === 'constant' && value.constant === undefined
      const isOpenText =
        value.type === 'unknown' && /^(String|Template)Literal$/.test(childIn(pattern, 'right').type)
      bind(left, isMissing ? own() : isOpenText ? unknownOr(value, own(), call) : value)
      return
    }
    case 'ObjectPattern': {
      const taken: string[] = []
      for (const property of nodesIn(pattern, 'properties')) {
        if (property.type === 'RestElement') {
          const rest = objectOf([], { isOpen: value.type !== 'object' || value.isOpen })
          if (value.type === 'object')
            for (const [key, field] of value.fields) if (!taken.includes(key)) rest.fields.set(key, field)
          bind(nodeIn(property, 'argument'), rest)
          continue
        }
        const key = keyOf(evaluation, property, evaluationScope)
        if (key !== undefined) taken.push(key)
        bind(
          nodeIn(property, 'value'),
          key === undefined ? unknownAt(call) : evaluation.member(value, key, call),
        )
      }
      return
    }
    case 'ArrayPattern':
      for (const [index, element] of listIn(pattern, 'elements').entries()) {
        if (element?.type !== 'RestElement') bind(element, evaluation.member(value, String(index), call))
        else if (value.type === 'list')
          bind(nodeIn(element, 'argument'), listOf(value.items.slice(index), value.isOpen))
        else bind(nodeIn(element, 'argument'), listOf([], true))
      }
      return
    case 'TSParameterProperty': {
      const parameter = nodeIn(pattern, 'parameter')
      bind(parameter, value)
      const self = scope.thisValue
      for (const name of patternNames(parameter)) {
        const bound = scope.find(name)?.value
        if (bound !== undefined && self?.type === 'object') self.fields.set(name, bound)
      }
      return
    }
    case 'MemberExpression':
      assignTo(evaluation, pattern, value, evaluationScope)
      return
    default:
  }
}

export function assignTo(evaluation: Evaluation, outer: SyntaxNode, value: Value, scope: Scope): void {
  const target = withoutTypes(outer)
  if (target.type === 'Identifier') {
    const name = textIn(target, 'name')
    const binding = scope.find(name)
    if (binding === undefined) {
      declare(evaluation, scope.moduleScope, name, value)
      return
    }
    if (binding.kind === 'import') return
    const isCertain = evaluation.conditions.count <= binding.depth
    const before = binding.value
    const wasEmpty = before.type === 'constant' && (before.constant ?? undefined) === undefined
    const isAssumed = evaluation.conditions.assumedBehind(binding.depth)
    const assumed = isAssumed === undefined ? undefined : isAssumed ? value : before
    binding.value =
      isCertain || wasEmpty ? value : joinValues([before, value], { node: target, scope }, assumed)
    return
  }
  if (target.type === 'MemberExpression') {
    const object = evaluation.evaluate(childIn(target, 'object'), scope)
    const key = keyOf(evaluation, target, scope, 'property')
    if (key === undefined) {
      if (object.type === 'object' || object.type === 'list') object.isOpen = true
      return
    }
    const isEnvironment = object.type === 'unknown' && object.text === 'process.env'
    if (!isEnvironment || evaluation.conditions.count === 0) setMember(object, key, value)
    return
  }
  if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') {
    const names = new Scope(scope.module, scope)
    bindPattern(evaluation, target, value, names, scope)
    for (const [name, { value: each }] of names.bindings) {
      const binding = scope.find(name)
      if (binding !== undefined && binding.kind !== 'import') binding.value = each
    }
  }
}

export function declare(
  evaluation: Evaluation,
  scope: Scope,
  name: string,
  value: Value,
  kind: Binding['kind'] = 'declaration',
): void {
  scope.bindings.set(name, { value, kind, depth: evaluation.conditions.count })
}
