import { resolve } from 'node:path'
import type { Evaluation } from '../evaluation.js'
import { shownPath } from '../../shown-path.js'
import { expressMethods } from './express-methods.js'
import { childIn, nameOf, nodeIn, nodesIn } from '../../../script/syntax-fields.js'
import { placeOf, sourceText } from '../values/call-place.js'
import { assumedConstant, textOf, truthOf } from '../values/known-facts.js'
import { nativeOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { setMember } from '../values/set-member.js'
import {
  ExpressRouter,
  type ExpressRoute,
  type RegisteredHandler,
  type ListValue,
  type RegisteredPath,
  type Registration,
  type ScopedNode,
  type Value,
} from '../values/values.js'

/** A package whose calls are understood: Express, and routers that register as Express does. */
export function packageValue(specifier: string, evaluation: Evaluation): Value | undefined {
  switch (specifier) {
    case 'express':
      return expressPackage(evaluation)
    case 'serve-static':
      return staticFunction(evaluation)
    case 'express-promise-router':
    case 'router':
      return routerFunction(evaluation)
    default:
      return undefined
  }
}

function expressPackage(evaluation: Evaluation): Value {
  const express = nativeOf(
    (_, call) => makeRouter(evaluation, call, undefined, true),
    [
      ['Router', routerFunction(evaluation)],
      ['static', staticFunction(evaluation)],
      ...['json', 'urlencoded', 'raw', 'text', 'query', 'Route', 'request', 'response', 'application'].map(
        (name) => [name, expressExport(name)] as const,
      ),
    ],
  )
  express.fields.set('default', express)
  return express
}

function expressExport(name: string): Value {
  return unknownOf(`express.${name}`, { packagePath: { specifier: 'express', path: [name] } })
}

function routerFunction(evaluation: Evaluation): Value {
  const router = nativeOf(([options], call) => makeRouter(evaluation, call, options, false))
  router.fields.set('default', router)
  return router
}

function staticFunction(evaluation: Evaluation): Value {
  return nativeOf(([directory, options], call): Value => {
    const assumed = assumedConstant(directory)
    const folder = typeof assumed === 'string' ? resolve(evaluation.cwd, assumed) : undefined
    if (directory?.type === 'unknown' && folder !== undefined)
      evaluation.assumptions.set(directory.text, shownPath(evaluation.cwd, folder))
    return {
      type: 'staticFiles',
      directory: folder,
      hasOptions: options !== undefined,
      origin: call,
    }
  })
}

function makeRouter(
  evaluation: Evaluation,
  call: ScopedNode,
  options: Value | undefined,
  isApplication: boolean,
): ExpressRouter {
  const { thisValue } = call.scope
  const owner = thisValue?.type === 'object' ? thisValue.classValue : undefined
  const router = new ExpressRouter(placeOf(call), isApplication, owner?.scope.module.file)
  evaluation.routers.push(router)
  if (isApplication) router.fields.set('locals', objectOf([], { isOpen: true }))
  if (options?.type === 'object') for (const [name, value] of options.fields) setMember(router, name, value)
  return router
}

/** A member of an application, a router, or what `app.route(path)` gives. */
export function expressMember(
  value: ExpressRouter | ExpressRoute,
  name: string,
  evaluation: Evaluation,
): Value | undefined {
  if (value.type === 'router') {
    const own = value.fields.get(name)
    if (own !== undefined) return own
  }
  // Express 4 calls DELETE so as well.
  const method = name === 'del' ? 'delete' : name
  if (expressMethods.has(method) || name === 'all')
    return nativeOf((args, call) => registerRoute(evaluation, value, method, args, call))
  if (value.type === 'route') return undefined
  switch (name) {
    case 'use':
      return nativeOf((args, call) => registerUse(evaluation, value, args, call))
    case 'route':
      return nativeOf(([path]) => ({
        type: 'route',
        router: value,
        paths: readPaths(path ?? undefinedValue, evaluation),
      }))
    case 'param':
      return nativeOf(([names, ...handlers], call) => {
        const list = names?.type === 'list' ? names.items : [names]
        register(evaluation, value, call, {
          type: 'param',
          method: '*',
          handlers,
          names: list.map((each) => textOf(each)).filter((each) => each !== undefined),
        })
        return value
      })
    case 'set':
    case 'enable':
    case 'disable':
      return nativeOf(([setting, given]) => {
        const truth = name === 'set' ? given && truthOf(given) : name === 'enable'
        if (textOf(setting) === 'strict routing') value.isStrict = truth === true
        if (textOf(setting) === 'case sensitive routing') value.isCaseSensitive = truth === true
        return value
      })
    case 'listen':
      return nativeOf((args) => {
        value.listens = true
        for (const each of args) evaluation.defer(each, [])
        return unknownOf('the server')
      })
    case 'engine':
    case 'bind':
      return nativeOf(() => value)
    case 'on':
    case 'once':
      return nativeOf(([, listener]) => {
        if (listener?.type === 'function') evaluation.runLater(() => evaluation.callBack(listener))
        return value
      })
    case 'enabled':
    case 'disabled':
    case 'handle':
    case 'path':
    case 'render':
      return nativeOf((_, call) => unknownOf(sourceText(call)))
    default:
      return undefined
  }
}

function registerRoute(
  evaluation: Evaluation,
  value: ExpressRouter | ExpressRoute,
  name: string,
  given: readonly Value[],
  call: ScopedNode,
): Value {
  const method = name === 'all' ? '*' : name.toUpperCase()
  if (value.type === 'route') {
    const { router, paths } = value
    register(evaluation, router, call, { type: 'route', method, paths, handlers: given, route: value })
    return value
  }
  const [path, ...handlers] = given
  // `app.get('setting')` reads a setting.
  if (path === undefined || (handlers.length === 0 && !evaluation.openCalls.has(call.node)))
    return unknownOf(sourceText(call))
  const paths = readPaths(path, evaluation)
  register(evaluation, value, call, { type: 'route', method, paths, handlers })
  return value
}

function registerUse(
  evaluation: Evaluation,
  value: ExpressRouter,
  given: readonly Value[],
  call: ScopedNode,
): Value {
  const [first, ...rest] = given
  if (first === undefined && !evaluation.openCalls.has(call.node)) return value
  const hasPath = first !== undefined && isPath(first, rest.length)
  register(evaluation, value, call, {
    type: 'use',
    method: '*',
    paths: hasPath ? readPaths(first, evaluation) : [],
    handlers: hasPath ? rest : given,
  })
  return value
}

function isPath(value: Value, others: number): boolean {
  if (value.type === 'constant') return typeof value.constant === 'string' || value.constant instanceof RegExp
  if (value.type === 'list') return value.items.length > 0 && value.items.every((each) => isPath(each, 0))
  if (value.type !== 'unknown') return false
  return (
    value.isText ||
    value.environment !== undefined ||
    (others > 0 && /(path|prefix|base|url|mount|route)\w*$/i.test(value.text))
  )
}

function readPaths(value: Value, evaluation: Evaluation): RegisteredPath[] {
  if (value.type === 'list') {
    const paths = value.items.flatMap((each) => readPaths(each, evaluation))
    return value.isOpen ? [...paths, { type: 'unknown', text: 'a list of paths' }] : paths
  }
  if (value.type === 'constant') {
    if (typeof value.constant === 'string') return [{ type: 'text', text: value.constant }]
    if (value.constant instanceof RegExp) return [{ type: 'regex', regex: value.constant }]
    return [{ type: 'unknown', text: String(value.constant) }]
  }
  if (value.type === 'unknown' && typeof value.fallback === 'string') {
    evaluation.assumptions.set(value.text, value.fallback)
    return [{ type: 'text', text: value.fallback }]
  }
  return [{ type: 'unknown', text: value.type === 'unknown' ? value.text : `a ${value.type}` }]
}

/** To plan and write what was registered takes longer than to follow the call. */
const stepsOfRegistration = 100

function register(
  evaluation: Evaluation,
  router: ExpressRouter,
  call: ScopedNode,
  registered: Pick<Registration, 'type' | 'method'> &
    Partial<Pick<Registration, 'paths' | 'names' | 'route'>> & { readonly handlers: readonly Value[] },
): void {
  evaluation.understood.add(call.node)
  evaluation.registrationCount++
  evaluation.spend(stepsOfRegistration)
  const { handlers, isOpen } = flatten(registered.handlers, call)
  router.registrations.push({
    paths: [],
    names: [],
    route: undefined,
    ...registered,
    ...call,
    handlers,
    isOpen: isOpen || evaluation.openCalls.has(call.node),
    place: placeOf(call),
    conditions: evaluation.conditions.list(),
  })
}

/**
 * The last arguments of a call. Lists within lists are handlers in a row. What a call has made stays together: it can be
 * named as a whole.
 */
function flatten(
  given: readonly Value[],
  { node, scope }: ScopedNode,
): { readonly handlers: RegisteredHandler[]; readonly isOpen: boolean } {
  const handlers: RegisteredHandler[] = []
  let isOpen = false
  const addAll = (values: readonly Value[], at: readonly ScopedNode[], isLast: boolean): void => {
    for (const [index, value] of values.entries()) {
      const isLastOne = isLast && index === values.length - 1
      if (value.type !== 'list' || (!isLastOne && isMadeByCall(value)))
        handlers.push({ value, at: at.length === values.length ? at[index] : undefined })
      else {
        isOpen ||= value.isOpen
        const { origin } = value
        const isWritten = origin?.node.type === 'ArrayExpression'
        addAll(value.items, isWritten ? expressionsIn(origin, 'elements') : [], isLastOne)
      }
    }
  }
  // The list of `apply` is one argument.
  const isApplied = nameOf(nodeIn(childIn(node, 'callee'), 'property')) === 'apply'
  const args = isApplied ? [] : expressionsIn({ node, scope }, 'arguments')
  addAll(given, args.slice(-given.length), true)
  return { handlers, isOpen }
}

/** None where something is spread: nobody knows which expression is whose. */
function expressionsIn({ node, scope }: ScopedNode, field: string): ScopedNode[] {
  const nodes = nodesIn(node, field)
  return nodes.some(({ type }) => type === 'SpreadElement')
    ? []
    : nodes.map((each) => ({ node: each, scope }))
}

function isMadeByCall({ origin }: ListValue): boolean {
  return origin !== undefined && origin.node.type.endsWith('CallExpression')
}

/** How many parameters a function has; undefined where only a run could tell. */
export function parameterCount(value: Value): number | undefined {
  if (value.type !== 'function') return undefined
  return Math.max(0, nodesIn(value.node, 'params').length - value.boundArguments.length)
}
