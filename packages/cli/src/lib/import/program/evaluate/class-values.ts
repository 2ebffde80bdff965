import { getOrInsert } from '@mvc-router/router-core/tools'
import { declare } from './bind-pattern.js'
import { evaluateField, keyOf } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { nameOf, nodeIn, nodesIn, textIn, childIn } from '../../../script/syntax-fields.js'
import { undefinedValue } from '../values/make-values.js'
import {
  Scope,
  type ClassValue,
  type FunctionValue,
  type ScopedNode,
  type ObjectValue,
  type Value,
} from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function functionValue(
  evaluation: Evaluation,
  node: SyntaxNode,
  scope: Scope,
  thisValue?: Value,
): FunctionValue {
  return {
    type: 'function',
    node,
    scope,
    thisValue,
    fields: new Map(),
    boundArguments: [],
    unbound: undefined,
    serial: ++evaluation.functionCount,
    origin: { node, scope },
  }
}

export function classValue(evaluation: Evaluation, node: SyntaxNode, scope: Scope): ClassValue {
  const superNode = nodeIn(node, 'superClass')
  const inner = new Scope(scope.module, scope)
  const value: ClassValue = {
    type: 'class',
    node,
    scope: inner,
    superclass: superNode && evaluation.evaluate(superNode, scope),
    fields: new Map(),
    origin: { node, scope },
  }
  const name = nameOf(nodeIn(node, 'id'))
  if (name !== undefined) declare(evaluation, inner, name, value)
  const own = fieldScope(value, value)
  for (const member of membersOf(node)) {
    if (member.type === 'StaticBlock') evaluation.statement(member, own)
    if (member['static'] !== true) continue
    const key = keyOf(evaluation, member, own)
    if (key === undefined) continue
    if (member.type.endsWith('Method')) value.fields.set(key, functionValue(evaluation, member, inner, value))
    else value.fields.set(key, evaluateField(evaluation, member, 'value', own))
  }
  return value
}

export function construct(
  evaluation: Evaluation,
  owner: ClassValue,
  self: ObjectValue,
  args: readonly Value[],
  call: ScopedNode,
): void {
  const members = membersOf(owner.node)
  const constructor = members.find((each) => textIn(each, 'kind') === 'constructor')
  const initialize = (): void => {
    const own = fieldScope(owner, self)
    for (const member of members) {
      if (member['static'] === true || !member.type.endsWith('Property')) continue
      if (member['abstract'] === true || member['declare'] === true) continue
      const key = keyOf(evaluation, member, own)
      if (key !== undefined) self.fields.set(key, evaluateField(evaluation, member, 'value', own))
    }
  }
  initialize()
  if (constructor !== undefined)
    evaluation.callFunction(functionValue(evaluation, constructor, owner.scope, self), self, args, {
      node: constructor,
      scope: call.scope,
    })
  else if (owner.superclass?.type === 'class') {
    construct(evaluation, owner.superclass, self, args, call)
    initialize()
  } else if (owner.superclass !== undefined) self.isOpen = true
}

export function findInClass(
  evaluation: Evaluation,
  owner: ClassValue,
  name: string,
  self: Value | undefined,
): Value | undefined {
  for (const member of membersOf(owner.node)) {
    if (member['static'] === true || !member.type.endsWith('Method')) continue
    if (keyOf(evaluation, member, owner.scope) !== name) continue
    const known = self?.type === 'object' ? self.methods : new Map<SyntaxNode, FunctionValue>()
    const method = getOrInsert(known, member, () => functionValue(evaluation, member, owner.scope, self))
    if (textIn(member, 'kind') !== 'get') return method
    return evaluation.callFunction(method, self ?? undefinedValue, [], { node: member, scope: owner.scope })
  }
  if (owner.superclass?.type === 'class') return findInClass(evaluation, owner.superclass, name, self)
  return undefined
}

export function superclassOf({ thisValue, node }: FunctionValue): Value | undefined {
  const owner = thisValue?.type === 'object' ? thisValue.classValue : thisValue
  for (let each: Value | undefined = owner; each?.type === 'class'; each = each.superclass)
    if (membersOf(each.node).includes(node)) return each.superclass
  return undefined
}

export function hasKnownAncestors(owner: ClassValue): boolean {
  if (owner.superclass === undefined) return true
  return owner.superclass.type === 'class' && hasKnownAncestors(owner.superclass)
}

/** Where the fields of a class are computed. */
function fieldScope({ scope, superclass }: ClassValue, thisValue: Value): Scope {
  const work = { steps: 0 }
  return new Scope(scope.module, scope, {
    isArrow: false,
    thisValue,
    arguments: [],
    superclass,
    work,
    yielded: undefined,
  })
}

function membersOf(node: SyntaxNode): SyntaxNode[] {
  return nodesIn(childIn(node, 'body'), 'body')
}
