import { dirname, join } from 'node:path'
import type { SyntaxNode } from '../../links/script-syntax.js'
import { declaredNames } from './declared-names.js'
import type { Evaluation } from './evaluation.js'
import { expressMember, packageValue } from './express-values.js'
import type { RouteCondition, ExpressRouter, ProgramPlace } from './express-router.js'
import { listMember, mapMember, textMember } from './member-functions.js'
import { jsonValue } from './json-value.js'
import { operate, typeName } from './operators.js'
import { readJson } from './find-file.js'
import { globalValue, platformModule } from './platform-values.js'
import { Scope, type Binding, type FunctionScope } from './scope.js'
import { SourceModules, type SourceModule, type UnreadModule } from './source-module.js'
import { listIn, nameOf, nodeIn, nodesIn, textIn, withoutTypes } from './syntax-fields.js'
import {
  assumedConstant,
  constantOf,
  listOf,
  nativeOf,
  objectOf,
  textOf,
  truthOf,
  undefinedValue,
  unknownOf,
  type ClassValue,
  type FunctionValue,
  type ListValue,
  type NativeCall,
  type ObjectValue,
  type PackagePath,
  type RouterValue,
  type UnknownValue,
  type Value,
} from './values.js'

/** What the reader could not follow. */
export interface EvaluationProblem {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

/** A module of the program after its code was followed. */
export interface EvaluatedModule {
  readonly module: SourceModule
  readonly scope: Scope
  /** `module`, whose field `exports` a CommonJS module may replace. */
  readonly moduleObject: ObjectValue
  readonly namespace: ObjectValue
}

type Completion =
  | { readonly type: 'normal' }
  | { readonly type: 'return' | 'throw'; readonly value: Value }
  | { readonly type: 'break' | 'continue'; readonly label: string | undefined }

const normal: Completion = { type: 'normal' }

/** More steps than a program takes that only sets up its routes. */
const maxSteps = 4_000_000
const maxDepth = 120
const maxIterations = 10_000
const maxBlindCalls = 40

class TooManySteps extends Error {}

/**
 * Follows a program from its entry without running it: constants are computed, calls of its own functions are followed,
 * both sides of a condition are taken where only a run could decide it. What calls of Express register is kept, in order.
 */
export class ProgramEvaluator implements Evaluation {
  readonly modules: SourceModules
  readonly evaluated: Map<string, EvaluatedModule> = new Map()
  readonly routers: ExpressRouter[] = []
  readonly problems: EvaluationProblem[] = []
  readonly unread: UnreadModule[] = []
  /** The calls that were understood as calls of Express. */
  readonly understood: Set<SyntaxNode> = new Set()
  /** What paths and folders assume of the environment: the text of the expression, and the value taken. */
  readonly assumptions: Map<string, string> = new Map()
  readonly #conditions: RouteCondition[] = []
  readonly #calledBack = new Set<SyntaxNode>()
  #deferred: (() => void)[] = []
  #steps = 0
  #depth = 0
  #serial = 0

  /** Where the program is started: `process.cwd()`. */
  readonly cwd: string

  constructor(cwd: string, modules: SourceModules = new SourceModules()) {
    this.cwd = cwd
    this.modules = modules
  }

  /** Follows the program from a file. What it does later (in promises, timers and events) comes last. */
  run(file: string): void {
    try {
      this.evaluateModule(file)
      for (let round = 0; this.#deferred.length > 0 && round < 20; round++) {
        const waiting = this.#deferred
        this.#deferred = []
        for (const each of waiting) each()
      }
    } catch (error) {
      if (!(error instanceof TooManySteps) && !(error instanceof RangeError)) throw error
      this.problems.push({
        place: { file, line: 1, column: 1 },
        reason: 'The program computes too much to be followed without running it',
        suggestion: 'name the file that registers the routes: --entry src/routes.js',
      })
    }
  }

  get conditions(): readonly RouteCondition[] {
    return [...this.#conditions]
  }

  place({ node, scope }: NativeCall): ProgramPlace {
    const { file, line, column } = scope.module.source.place(callStart(node))
    return { file, line, column }
  }

  sourceOf({ node, scope }: NativeCall): string {
    const text = scope.module.source.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
    return text.length > 60 ? `${text.slice(0, 57)}...` : text
  }

  /** What `require` gives, or undefined for a file that cannot be read. */
  evaluateModule(file: string): EvaluatedModule | undefined {
    const known = this.evaluated.get(file)
    if (known !== undefined) return known
    const module = this.modules.read(file)
    if (!('program' in module)) {
      if (!this.unread.includes(module)) this.unread.push(module)
      return undefined
    }
    const scope = new Scope(module)
    const exportsObject = objectOf([])
    const moduleObject = objectOf([
      ['exports', exportsObject],
      ['filename', constantOf(file)],
    ])
    const evaluated: EvaluatedModule = { module, scope, moduleObject, namespace: objectOf([]) }
    this.evaluated.set(file, evaluated)
    const declare = (name: string, value: Value): void =>
      void scope.bindings.set(name, { value, kind: 'parameter', depth: 0 })
    declare('module', moduleObject)
    declare('exports', exportsObject)
    declare('__filename', constantOf(file))
    declare('__dirname', constantOf(dirname(file)))
    // The conditions around `require` do not hold within: a module runs once.
    this.#statements(nodesIn(module.program, 'body'), scope)
    return evaluated
  }

  /** The value of `require(specifier)` or `import * as`. */
  importModule(specifier: string, call: NativeCall): Value {
    const from = call.scope.module.file
    const file = this.modules.resolve(specifier, from)
    if (file === undefined) {
      const known = this.#platformValue(specifier) ?? packageValue(specifier, this)
      if (known !== undefined) return known
      if (specifier.startsWith('.'))
        return unknownOf(specifier, { packagePath: { specifier: `${from}\n${specifier}`, path: [] } })
      return this.#packageUnknown(specifier)
    }
    if (file.endsWith('.json')) return this.#readJsonModule(file)
    if (isExpressItself(file)) return packageValue('express', this) ?? this.#packageUnknown(specifier)
    if (!/\.[mc]?[jt]sx?$/.test(file) && !isScript(file)) return unknownOf(specifier)
    const evaluated = this.evaluateModule(file)
    if (evaluated === undefined) return unknownOf(specifier)
    return evaluated.module.isEsModule && !evaluated.namespace.fields.has('export=')
      ? evaluated.namespace
      : (evaluated.namespace.fields.get('export=') ??
          evaluated.moduleObject.fields.get('exports') ??
          undefinedValue)
  }

  readonly #platform = new Map<string, Value>()
  /** Where values of the platform come from. */
  readonly #packagePaths = new Map<Value, PackagePath>()

  #platformValue(specifier: string): Value | undefined {
    const known = this.#platform.get(specifier) ?? platformModule(specifier, this)
    if (known === undefined || this.#platform.has(specifier)) return known
    this.#platform.set(specifier, known)
    this.#packagePaths.set(known, { specifier, path: [] })
    if (known.type === 'object')
      for (const [name, member] of known.fields)
        if (member !== known) this.#packagePaths.set(member, { specifier, path: [name] })
    return known
  }

  /** How a value is imported from its package, where it has one. */
  packagePathOf(value: Value): PackagePath | undefined {
    if (value.type === 'unknown' || value.type === 'native')
      return value.packagePath ?? this.#packagePaths.get(value)
    return this.#packagePaths.get(value)
  }

  readonly #packages = new Map<string, UnknownValue>()

  #packageUnknown(specifier: string): UnknownValue {
    const known = this.#packages.get(specifier)
    if (known !== undefined) return known
    const value = unknownOf(specifier, { packagePath: { specifier, path: [] } })
    this.#packages.set(specifier, value)
    return value
  }

  readonly #json = new Map<string, Value>()

  #readJsonModule(file: string): Value {
    const known = this.#json.get(file)
    if (known !== undefined) return known
    const value = jsonValue(file)
    this.#json.set(file, value)
    return value
  }

  // Statements

  #statements(statements: readonly SyntaxNode[], scope: Scope): Completion {
    this.#hoist(statements, scope)
    const opened = this.#conditions.length
    const pending: Value[] = []
    try {
      for (const statement of statements) {
        const completion = this.#statement(statement, scope, pending)
        if (completion.type !== 'normal') {
          if (completion.type === 'return' && pending.length > 0)
            return { type: 'return', value: this.join([...pending, completion.value], statement, scope) }
          return completion
        }
      }
    } finally {
      this.#conditions.length = opened
    }
    if (pending.length === 0) return normal
    // Some ways return here, others go on: what comes behind in the function decides.
    this.#openReturns.push(...pending)
    return normal
  }

  /** Results of functions whose path through the code is not certain. */
  #openReturns: Value[] = []

  #hoist(statements: readonly SyntaxNode[], scope: Scope): void {
    for (const outer of statements) {
      const statement = /^Export(Named|Default)Declaration$/.test(outer.type)
        ? (nodeIn(outer, 'declaration') ?? outer)
        : outer
      if (statement.type === 'FunctionDeclaration') {
        const name = nameOf(nodeIn(statement, 'id'))
        if (name !== undefined) this.#declare(scope, name, this.#functionValue(statement, scope), 'function')
      } else if (statement.type === 'ImportDeclaration') this.#importDeclaration(statement, scope)
    }
    // Exports of functions are there before the module has run: modules may import each other.
    for (const outer of statements) this.#hoistExports(outer, scope)
  }

  #hoistExports(statement: SyntaxNode, scope: Scope): void {
    if (!scope.isModule) return
    const namespace = this.evaluated.get(scope.module.file)?.namespace
    if (namespace === undefined) return
    const declaration = nodeIn(statement, 'declaration')
    if (statement.type === 'ExportNamedDeclaration') {
      if (nodeIn(statement, 'source') !== undefined) return
      for (const specifier of nodesIn(statement, 'specifiers')) {
        const exported = nameOf(nodeIn(specifier, 'exported'))
        const local = nameOf(nodeIn(specifier, 'local'))
        if (exported !== undefined && local !== undefined) this.#exportLive(namespace, exported, scope, local)
      }
      if (declaration?.type === 'FunctionDeclaration') {
        const name = nameOf(nodeIn(declaration, 'id'))
        if (name !== undefined) this.#exportLive(namespace, name, scope, name)
      }
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration?.type === 'FunctionDeclaration') {
      const name = nameOf(nodeIn(declaration, 'id'))
      if (name !== undefined) this.#exportLive(namespace, 'default', scope, name)
    }
  }

  /** Names that are exported and assigned later are read when the module has run, or at once where they are known. */
  #exportLive(namespace: ObjectValue, exported: string, scope: Scope, local: string): void {
    const fields = namespace.fields as LiveFields
    fields.live ??= new Map()
    fields.live.set(exported, () => scope.find(local)?.value)
    const value = scope.find(local)?.value
    if (value !== undefined) namespace.fields.set(exported, value)
  }

  #importDeclaration(statement: SyntaxNode, scope: Scope): void {
    if (textIn(statement, 'importKind') === 'type') return
    const specifier = textIn(nodeIn(statement, 'source') ?? statement, 'value')
    const call = { node: statement, scope }
    const specifiers = nodesIn(statement, 'specifiers')
    const value = this.importModule(specifier, call)
    for (const each of specifiers) {
      const local = nameOf(nodeIn(each, 'local'))
      if (local === undefined || textIn(each, 'importKind') === 'type') continue
      const imported =
        each.type === 'ImportNamespaceSpecifier'
          ? undefined
          : each.type === 'ImportDefaultSpecifier'
            ? 'default'
            : (nameOf(nodeIn(each, 'imported')) ?? local)
      const read = (): Value => (imported === undefined ? value : this.importedName(value, imported, call))
      scope.bindings.set(local, {
        get value() {
          return read()
        },
        set value(_) {},
        kind: 'import',
        depth: 0,
      })
    }
  }

  /** A name of a module as `import` sees it: the default of a CommonJS module is the module. */
  importedName(module: Value, name: string, call: NativeCall): Value {
    if (module.type === 'object') {
      const live = (module.fields as LiveFields).live?.get(name)?.()
      if (live !== undefined) return live
    }
    if (name !== 'default') return this.member(module, name, call)
    if (module.type === 'object' && module.fields.has('default')) return this.member(module, 'default', call)
    if (module.type === 'unknown' && module.packagePath !== undefined)
      return this.member(module, 'default', call)
    return module
  }

  #statement(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    this.#step()
    switch (statement.type) {
      case 'ExpressionStatement':
        this.#maybe(statement, 'expression', scope)
        return normal
      case 'VariableDeclaration':
        this.#variables(statement, scope)
        return normal
      case 'ClassDeclaration':
        this.#declare(
          scope,
          nameOf(nodeIn(statement, 'id')) ?? '',
          this.#classValue(statement, scope),
          'class',
        )
        return normal
      case 'ReturnStatement':
        return { type: 'return', value: this.#maybe(statement, 'argument', scope) }
      case 'ThrowStatement':
        return { type: 'throw', value: this.#maybe(statement, 'argument', scope) }
      case 'BlockStatement':
      case 'StaticBlock':
        return this.#statements(nodesIn(statement, 'body'), new Scope(scope.module, scope))
      case 'IfStatement':
        return this.#if(statement, scope, pending)
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#loop(statement, scope, pending)
      case 'ForOfStatement':
      case 'ForInStatement':
        return this.#forEach(statement, scope, pending)
      case 'SwitchStatement':
        return this.#switch(statement, scope, pending)
      case 'TryStatement':
        return this.#try(statement, scope, pending)
      case 'LabeledStatement': {
        const body = nodeIn(statement, 'body')
        const completion = body === undefined ? normal : this.#statement(body, scope, pending)
        const label = nameOf(nodeIn(statement, 'label'))
        return 'label' in completion && completion.label === label ? normal : completion
      }
      case 'BreakStatement':
        return { type: 'break', label: nameOf(nodeIn(statement, 'label')) }
      case 'ContinueStatement':
        return { type: 'continue', label: nameOf(nodeIn(statement, 'label')) }
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
      case 'TSExportAssignment':
        this.#export(statement, scope, pending)
        return normal
      case 'TSImportEqualsDeclaration':
        this.#importEquals(statement, scope)
        return normal
      case 'TSEnumDeclaration':
        this.#enum(statement, scope)
        return normal
      default:
        return normal
    }
  }

  #if(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    const test = nodeIn(statement, 'test')
    const consequent = nodeIn(statement, 'consequent')
    const alternate = nodeIn(statement, 'alternate')
    if (test === undefined) return normal
    const truth = truthOf(this.evaluate(test, scope))
    const run = (branch: SyntaxNode | undefined): Completion =>
      branch === undefined ? normal : this.#statement(branch, scope, pending)
    if (truth !== undefined) return run(truth ? consequent : alternate)
    const first = this.#under({ node: test, scope }, false, () => run(consequent))
    const second = this.#under({ node: test, scope }, true, () => run(alternate))
    if (first.type === 'normal' && second.type === 'normal') return normal
    if (first.type !== 'normal' && second.type !== 'normal') {
      if (first.type === 'return' && second.type === 'return')
        return { type: 'return', value: this.join([first.value, second.value], statement, scope) }
      return first.type === 'throw' ? second : first
    }
    // One side leaves: the rest of the block runs on the other side only.
    const [left, isNegated] = first.type === 'normal' ? [second, false] : [first, true]
    if (left.type === 'return') pending.push(left.value)
    if (left.type !== 'throw') this.#conditions.push(this.#condition({ node: test, scope }, isNegated))
    return normal
  }

  #condition(call: NativeCall, isNegated: boolean): RouteCondition {
    return { ...call, isNegated, text: this.sourceOf(call) }
  }

  #under<Result>(call: NativeCall, isNegated: boolean, run: () => Result): Result {
    const opened = this.#conditions.length
    this.#conditions.push(this.#condition(call, isNegated))
    try {
      return run()
    } finally {
      this.#conditions.length = opened
    }
  }

  #loop(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    const inner = new Scope(scope.module, scope)
    const init = nodeIn(statement, 'init')
    const test = nodeIn(statement, 'test')
    const body = nodeIn(statement, 'body')
    if (init?.type === 'VariableDeclaration') this.#variables(init, inner)
    else if (init !== undefined) this.evaluate(init, inner)
    const isDo = statement.type === 'DoWhileStatement'
    for (let round = 0; round < maxIterations; round++) {
      const truth = test === undefined || (isDo && round === 0) ? true : truthOf(this.evaluate(test, inner))
      if (truth === false) return normal
      // Each round has names of its own, so that functions made in it keep their values.
      const own = new Scope(scope.module, inner)
      const copied = [...inner.bindings].map(([name, binding]) => [name, { ...binding }] as const)
      for (const [name, binding] of copied) own.bindings.set(name, binding)
      const completion = body === undefined ? normal : this.#statement(body, own, pending)
      for (const [name, binding] of copied) {
        const outer = inner.bindings.get(name)
        if (outer !== undefined) outer.value = binding.value
      }
      if (completion.type === 'break' && completion.label === undefined) return normal
      if (completion.type !== 'normal' && !(completion.type === 'continue' && completion.label === undefined))
        return completion
      // How often only a run could tell: once shows what is in it.
      if (truth === undefined || test === undefined) return normal
      const update = nodeIn(statement, 'update')
      if (update !== undefined) this.evaluate(update, inner)
    }
    return normal
  }

  #forEach(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    const left = nodeIn(statement, 'left')
    const right = nodeIn(statement, 'right')
    const body = nodeIn(statement, 'body')
    if (left === undefined || right === undefined || body === undefined) return normal
    const subject = this.evaluate(right, scope)
    const items =
      statement.type === 'ForInStatement'
        ? this.keysOf(subject)
        : this.itemsOf(subject, { node: right, scope })
    for (const item of items) {
      const own = new Scope(scope.module, scope)
      if (left.type === 'VariableDeclaration') {
        const pattern = nodesIn(left, 'declarations').map((each) => nodeIn(each, 'id'))[0]
        if (pattern !== undefined) this.#bind(pattern, item, own, 'const')
      } else this.#assignTo(left, item, own)
      const completion = this.#statement(body, own, pending)
      if (completion.type === 'break' && completion.label === undefined) return normal
      if (completion.type !== 'normal' && !(completion.type === 'continue' && completion.label === undefined))
        return completion
    }
    return normal
  }

  /** What a loop over a value sees; one unknown item where only a run could tell. */
  itemsOf(value: Value, call: NativeCall): readonly Value[] {
    if (value.type === 'list')
      return value.isOpen ? [...value.items, this.unknownAt(call, 'an item of ')] : [...value.items]
    if (value.type === 'object' && value.entries !== undefined) return [...value.entries.items]
    const text = textOf(value)
    if (text !== undefined) return Array.from(text, constantOf)
    if (value.type === 'constant') return []
    return [this.unknownAt(call, 'an item of ')]
  }

  keysOf(value: Value): Value[] {
    if (value.type === 'object' && !value.isOpen)
      return [...value.fields.keys()].filter((key) => !key.startsWith('#')).map(constantOf)
    if (value.type === 'list' && !value.isOpen)
      return value.items.map((_, index) => constantOf(String(index)))
    if (value.type === 'object')
      return [...[...value.fields.keys()].map(constantOf), unknownOf('a key', { isText: true })]
    if (value.type === 'constant') return []
    return [unknownOf('a key', { isText: true })]
  }

  #switch(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    const discriminant = nodeIn(statement, 'discriminant')
    if (discriminant === undefined) return normal
    const subject = this.evaluate(discriminant, scope)
    const cases = nodesIn(statement, 'cases')
    const inner = new Scope(scope.module, scope)
    const tests = cases.map((each) => {
      const test = nodeIn(each, 'test')
      return test && this.evaluate(test, inner)
    })
    const isKnown =
      subject.type === 'constant' && tests.every((test) => test === undefined || test.type === 'constant')
    const runFrom = (start: number): Completion => {
      for (const each of cases.slice(start)) {
        const completion = this.#statements(nodesIn(each, 'consequent'), inner)
        if (completion.type === 'break' && completion.label === undefined) return normal
        if (completion.type !== 'normal') return completion
      }
      return normal
    }
    if (isKnown) {
      const hit = tests.findIndex((test) => test?.type === 'constant' && test.constant === subject.constant)
      const start = hit >= 0 ? hit : tests.indexOf(undefined)
      return start < 0 ? normal : runFrom(start)
    }
    for (const [index, each] of cases.entries()) {
      const completion = this.#under({ node: nodeIn(each, 'test') ?? discriminant, scope }, false, () =>
        runFrom(index),
      )
      if (completion.type === 'return') pending.push(completion.value)
    }
    return normal
  }

  #try(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    const block = nodeIn(statement, 'block')
    const finalizer = nodeIn(statement, 'finalizer')
    const completion = block === undefined ? normal : this.#statement(block, scope, pending)
    if (finalizer !== undefined) this.#statement(finalizer, scope, pending)
    return completion.type === 'throw' ? normal : completion
  }

  #variables(statement: SyntaxNode, scope: Scope): void {
    const kind = textIn(statement, 'kind') === 'const' ? 'const' : 'let'
    for (const each of nodesIn(statement, 'declarations')) {
      const pattern = nodeIn(each, 'id')
      const init = nodeIn(each, 'init')
      if (pattern === undefined) continue
      const target = textIn(statement, 'kind') === 'var' ? functionScopeOf(scope) : scope
      if (
        init === undefined &&
        textIn(statement, 'kind') === 'var' &&
        target.bindings.has(nameOf(pattern) ?? '')
      )
        continue
      const value = init === undefined ? undefinedValue : this.evaluate(init, scope)
      this.#bind(pattern, value, target, kind, scope)
    }
  }

  /** Gives the names of a pattern their values. */
  #bind(
    pattern: SyntaxNode,
    value: Value,
    scope: Scope,
    kind: Binding['kind'],
    evaluationScope: Scope = scope,
  ): void {
    const call = { node: pattern, scope: evaluationScope }
    switch (pattern.type) {
      case 'Identifier':
        this.#declare(scope, textIn(pattern, 'name'), value, kind)
        return
      case 'AssignmentPattern': {
        const left = nodeIn(pattern, 'left')
        const isMissing = value.type === 'constant' && value.constant === undefined
        const chosen = isMissing ? this.#maybe(pattern, 'right', evaluationScope) : value
        if (left !== undefined) this.#bind(left, chosen, scope, kind, evaluationScope)
        return
      }
      case 'ObjectPattern': {
        const taken: string[] = []
        for (const property of nodesIn(pattern, 'properties')) {
          if (property.type === 'RestElement') {
            const rest = objectOf([], { isOpen: value.type !== 'object' || value.isOpen })
            if (value.type === 'object')
              for (const [key, field] of value.fields) if (!taken.includes(key)) rest.fields.set(key, field)
            const target = nodeIn(property, 'argument')
            if (target !== undefined) this.#bind(target, rest, scope, kind, evaluationScope)
            continue
          }
          const key = this.#keyOf(property, evaluationScope)
          const target = nodeIn(property, 'value')
          if (target === undefined) continue
          if (key !== undefined) taken.push(key)
          const field = key === undefined ? this.unknownAt(call) : this.member(value, key, call)
          this.#bind(target, field, scope, kind, evaluationScope)
        }
        return
      }
      case 'ArrayPattern': {
        for (const [index, element] of listIn(pattern, 'elements').entries()) {
          if (element === undefined) continue
          if (element.type === 'RestElement') {
            const target = nodeIn(element, 'argument')
            const rest =
              value.type === 'list' ? listOf(value.items.slice(index), value.isOpen) : listOf([], true)
            if (target !== undefined) this.#bind(target, rest, scope, kind, evaluationScope)
          } else this.#bind(element, this.member(value, String(index), call), scope, kind, evaluationScope)
        }
        return
      }
      case 'TSParameterProperty': {
        const parameter = nodeIn(pattern, 'parameter')
        if (parameter === undefined) return
        this.#bind(parameter, value, scope, kind, evaluationScope)
        const name = nameOf(parameter.type === 'AssignmentPattern' ? nodeIn(parameter, 'left') : parameter)
        const self = scope.thisValue
        const bound = name === undefined ? undefined : scope.find(name)?.value
        if (name !== undefined && bound !== undefined && self?.type === 'object') self.fields.set(name, bound)
        return
      }
      case 'MemberExpression':
        this.#assignTo(pattern, value, evaluationScope)
        return
      default:
    }
  }

  #declare(scope: Scope, name: string, value: Value, kind: Binding['kind']): void {
    scope.bindings.set(name, { value, kind, depth: this.#conditions.length })
  }

  #export(statement: SyntaxNode, scope: Scope, pending: Value[]): void {
    const namespace = this.evaluated.get(scope.module.file)?.namespace
    if (namespace === undefined) return
    const declaration = nodeIn(statement, 'declaration')
    if (textIn(statement, 'exportKind') === 'type' && declaration === undefined) return
    if (statement.type === 'TSExportAssignment') {
      namespace.fields.set('export=', this.#maybe(statement, 'expression', scope))
    } else if (statement.type === 'ExportAllDeclaration') {
      const module = this.importModule(textIn(nodeIn(statement, 'source') ?? statement, 'value'), {
        node: statement,
        scope,
      })
      if (module.type === 'object')
        for (const [name, value] of module.fields) if (name !== 'default') namespace.fields.set(name, value)
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration !== undefined) {
      if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
        const name = nameOf(nodeIn(declaration, 'id'))
        const known = name === undefined ? undefined : scope.bindings.get(name)?.value
        const value =
          known ??
          (declaration.type === 'ClassDeclaration'
            ? this.#classValue(declaration, scope)
            : this.#functionValue(declaration, scope))
        if (name !== undefined && known === undefined) this.#declare(scope, name, value, 'class')
        namespace.fields.set('default', value)
      } else namespace.fields.set('default', this.evaluate(declaration, scope))
    } else if (declaration !== undefined) {
      this.#statement(declaration, scope, pending)
      for (const name of declaredNames(declaration)) this.#exportLive(namespace, name, scope, name)
    } else {
      const source = nodeIn(statement, 'source')
      const call = { node: statement, scope }
      const module = source && this.importModule(textIn(source, 'value'), call)
      for (const specifier of nodesIn(statement, 'specifiers')) {
        const exported = nameOf(nodeIn(specifier, 'exported'))
        const local = nameOf(nodeIn(specifier, 'local'))
        if (exported === undefined) continue
        if (module === undefined) this.#exportLive(namespace, exported, scope, local ?? exported)
        else if (specifier.type === 'ExportNamespaceSpecifier') namespace.fields.set(exported, module)
        else if (local !== undefined) namespace.fields.set(exported, this.importedName(module, local, call))
      }
    }
  }

  #importEquals(statement: SyntaxNode, scope: Scope): void {
    const name = nameOf(nodeIn(statement, 'id'))
    const reference = nodeIn(statement, 'moduleReference')
    const expression = reference && nodeIn(reference, 'expression')
    if (name === undefined || expression === undefined) return
    const value = this.importModule(textIn(expression, 'value'), { node: statement, scope })
    scope.bindings.set(name, { value, kind: 'import', depth: 0 })
  }

  #enum(statement: SyntaxNode, scope: Scope): void {
    const value = objectOf([])
    const body = nodeIn(statement, 'body') ?? statement
    let next = 0
    for (const member of nodesIn(body, 'members')) {
      const key = nameOf(nodeIn(member, 'id'))
      const init = nodeIn(member, 'initializer')
      const field = init === undefined ? constantOf(next) : this.evaluate(init, scope)
      if (field.type === 'constant' && typeof field.constant === 'number') next = field.constant + 1
      if (key !== undefined) value.fields.set(key, field)
    }
    this.#declare(scope, nameOf(nodeIn(statement, 'id')) ?? '', value, 'const')
  }

  // Expressions

  /** @returns the value of a field's expression, undefined's where there is none */
  #maybe(node: SyntaxNode, field: string, scope: Scope): Value {
    const expression = nodeIn(node, field)
    return expression === undefined ? undefinedValue : this.evaluate(expression, scope)
  }

  evaluate(outer: SyntaxNode, scope: Scope): Value {
    this.#step()
    const node = withoutTypes(outer)
    const call = { node, scope }
    switch (node.type) {
      case 'StringLiteral':
        return constantOf(textIn(node, 'value'))
      case 'NumericLiteral':
        return constantOf(Number(node['value']))
      case 'BooleanLiteral':
        return constantOf(node['value'] === true)
      case 'NullLiteral':
        return constantOf(null)
      case 'BigIntLiteral':
        return constantOf(BigInt(textIn(node, 'value')))
      case 'RegExpLiteral':
        return this.#regex(textIn(node, 'pattern'), textIn(node, 'flags'), call)
      case 'TemplateLiteral':
        return this.#template(node, scope)
      case 'Identifier':
        return this.#identifier(textIn(node, 'name'), call)
      case 'ThisExpression':
        return scope.thisValue ?? (scope.module.isEsModule ? undefinedValue : unknownOf('this'))
      case 'ArrayExpression':
        return this.#array(node, scope)
      case 'ObjectExpression':
        return this.#object(node, scope)
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return this.#functionValue(node, scope)
      case 'ClassExpression':
        return this.#classValue(node, scope)
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.#memberExpression(node, scope)
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#call(node, scope)
      case 'NewExpression':
        return this.#new(node, scope)
      case 'ImportExpression':
        return this.#dynamicImport(nodeIn(node, 'source'), call)
      case 'AssignmentExpression':
        return this.#assignment(node, scope)
      case 'LogicalExpression':
        return this.#logical(node, scope)
      case 'ConditionalExpression':
        return this.#conditional(node, scope)
      case 'BinaryExpression':
        return this.#binary(node, scope)
      case 'UnaryExpression':
        return this.#unary(node, scope)
      case 'UpdateExpression':
        return this.#update(node, scope)
      case 'SequenceExpression':
        return (
          nodesIn(node, 'expressions')
            .map((each) => this.evaluate(each, scope))
            .at(-1) ?? undefinedValue
        )
      case 'AwaitExpression':
      case 'YieldExpression':
        return this.#maybe(node, 'argument', scope)
      case 'TaggedTemplateExpression':
        this.#maybe(node, 'tag', scope)
        return this.unknownAt(call)
      case 'MetaProperty':
        return objectOf(
          [
            ['url', constantOf(`file://${scope.module.file}`)],
            ['filename', constantOf(scope.module.file)],
            ['dirname', constantOf(dirname(scope.module.file))],
          ],
          { isOpen: true },
        )
      default:
        return this.unknownAt(call)
    }
  }

  /** What stands there, and only a run could tell. */
  unknownAt(
    call: NativeCall,
    before = '',
    more: Partial<Omit<UnknownValue, 'type' | 'text'>> = {},
  ): UnknownValue {
    return unknownOf(before + this.sourceOf(call), {
      origin: { node: call.node, scope: call.scope },
      ...more,
    })
  }

  #regex(pattern: string, flags: string, call: NativeCall): Value {
    try {
      return constantOf(new RegExp(pattern, flags))
    } catch {
      return this.unknownAt(call)
    }
  }

  #template(node: SyntaxNode, scope: Scope): Value {
    const expressions = nodesIn(node, 'expressions').map((each) => this.evaluate(each, scope))
    let text = ''
    let isCertain = true
    for (const [index, quasi] of nodesIn(node, 'quasis').entries()) {
      const { cooked } = quasi['value'] as { readonly cooked?: string }
      text += cooked ?? ''
      const value = expressions[index]
      if (value === undefined) continue
      const constant = assumedConstant(value)
      if (constant instanceof RegExp || (value.type !== 'constant' && constant === undefined))
        return this.unknownAt({ node, scope }, '', { isText: true })
      isCertain &&= value.type === 'constant'
      text += String(constant)
    }
    return isCertain
      ? constantOf(text)
      : this.unknownAt({ node, scope }, '', { isText: true, fallback: text })
  }

  #identifier(name: string, call: NativeCall): Value {
    const binding = call.scope.find(name)
    if (binding !== undefined) return binding.value
    if (name === 'undefined') return undefinedValue
    if (name === 'NaN') return constantOf(NaN)
    if (name === 'Infinity') return constantOf(Infinity)
    if (name === 'require') return this.#require(call)
    if (name === 'arguments') {
      for (let scope: Scope | undefined = call.scope; scope !== undefined; scope = scope.parent)
        if (scope.function !== undefined && !scope.function.isArrow) return listOf(scope.function.arguments)
    }
    return globalValue(name, this) ?? unknownOf(name)
  }

  #require({ scope }: NativeCall): Value {
    return nativeOf(
      'require',
      ([specifier], call) => {
        const text = textOf(specifier)
        if (text !== undefined) return this.importModule(text, { node: call.node, scope })
        return this.unknownAt(call)
      },
      [['main', unknownOf('require.main')]],
    )
  }

  #dynamicImport(source: SyntaxNode | undefined, call: NativeCall): Value {
    const value = source === undefined ? undefinedValue : this.evaluate(source, call.scope)
    const text = textOf(value)
    if (text === undefined) return this.unknownAt(call)
    const path = text.startsWith('file://') ? text.slice('file://'.length) : text
    return this.importModule(path, call)
  }

  #array(node: SyntaxNode, scope: Scope): ListValue {
    const list = listOf([])
    list.origin = { node, scope }
    for (const element of listIn(node, 'elements')) {
      if (element === undefined) list.items.push(undefinedValue)
      else if (element.type === 'SpreadElement') this.#spread(element, scope, list)
      else list.items.push(this.evaluate(element, scope))
    }
    return list
  }

  #spread(element: SyntaxNode, scope: Scope, into: ListValue): void {
    const value = this.#maybe(element, 'argument', scope)
    if (value.type === 'list') {
      into.items.push(...value.items)
      into.isOpen ||= value.isOpen
    } else if (value.type === 'object' && value.entries !== undefined) into.items.push(...value.entries.items)
    else into.isOpen = true
  }

  #keyOf(property: SyntaxNode, scope: Scope): string | undefined {
    const key = nodeIn(property, 'key')
    if (key === undefined) return undefined
    if (property['computed'] !== true) return nameOf(key)
    const value = this.evaluate(key, scope)
    return value.type === 'constant' ? String(value.constant) : undefined
  }

  #object(node: SyntaxNode, scope: Scope): ObjectValue {
    const object = objectOf([], { origin: { node, scope } })
    for (const property of nodesIn(node, 'properties')) {
      if (property.type === 'SpreadElement') {
        const value = this.#maybe(property, 'argument', scope)
        if (value.type === 'object') {
          for (const [key, field] of value.fields) object.fields.set(key, field)
          object.isOpen ||= value.isOpen
        } else if (value.type !== 'constant') object.isOpen = true
        continue
      }
      const key = this.#keyOf(property, scope)
      if (key === undefined) {
        object.isOpen = true
        continue
      }
      if (property.type === 'ObjectMethod') {
        const kind = textIn(property, 'kind')
        const method = this.#functionValue(property, scope, object)
        if (kind === 'get')
          object.fields.set(key, this.callFunction(method, object, [], { node: property, scope }))
        else if (kind !== 'set') object.fields.set(key, method)
      } else object.fields.set(key, this.#maybe(property, 'value', scope))
    }
    return object
  }

  #functionValue(node: SyntaxNode, scope: Scope, thisValue?: Value): FunctionValue {
    return {
      type: 'function',
      node,
      scope,
      thisValue,
      fields: new Map(),
      boundArguments: [],
      serial: ++this.#serial,
      origin: { node, scope },
    }
  }

  #classValue(node: SyntaxNode, scope: Scope): ClassValue {
    const superNode = nodeIn(node, 'superClass')
    const inner = new Scope(scope.module, scope)
    const value: ClassValue = {
      type: 'class',
      node,
      scope: inner,
      superclass: superNode && this.evaluate(superNode, scope),
      fields: new Map(),
      origin: { node, scope },
    }
    const name = nameOf(nodeIn(node, 'id'))
    if (name !== undefined) this.#declare(inner, name, value, 'class')
    const own = new Scope(scope.module, inner, {
      isArrow: false,
      thisValue: value,
      arguments: [],
      superclass: value.superclass,
    })
    for (const member of nodesIn(nodeIn(node, 'body') ?? node, 'body')) {
      if (member['static'] !== true) continue
      if (member.type === 'StaticBlock') {
        this.#statement(member, own, [])
        continue
      }
      const key = this.#keyOf(member, own)
      if (key === undefined) continue
      if (member.type.endsWith('Method')) value.fields.set(key, this.#functionValue(member, inner, value))
      else value.fields.set(key, this.#maybe(member, 'value', own))
    }
    return value
  }

  #memberExpression(node: SyntaxNode, scope: Scope): Value {
    const objectNode = nodeIn(node, 'object')
    const property = nodeIn(node, 'property')
    if (objectNode === undefined || property === undefined) return this.unknownAt({ node, scope })
    const object = objectNode.type === 'Super' ? this.#super(scope) : this.evaluate(objectNode, scope)
    const key = this.#memberKey(node, property, scope)
    if (key === undefined) return this.unknownAt({ node, scope })
    if (objectNode.type === 'Super') {
      const method = object.type === 'class' ? this.#findInClass(object, key, scope.thisValue) : undefined
      return method ?? this.unknownAt({ node, scope })
    }
    return this.member(object, key, { node, scope })
  }

  #super(scope: Scope): Value {
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
      if (each.function !== undefined && !each.function.isArrow)
        return each.function.superclass ?? undefinedValue
    return undefinedValue
  }

  #memberKey(node: SyntaxNode, property: SyntaxNode, scope: Scope): string | undefined {
    if (node['computed'] !== true) return nameOf(property)
    const value = this.evaluate(property, scope)
    return value.type === 'constant' ? String(value.constant) : undefined
  }

  /** `value[name]`. */
  member(value: Value, name: string, call: NativeCall): Value {
    switch (value.type) {
      case 'object': {
        const live = (value.fields as LiveFields).live?.get(name)?.()
        const own = live ?? value.fields.get(name)
        if (own !== undefined) return own
        if (value.entries !== undefined) {
          const method = mapMember(value, value.entries, name, this)
          if (method !== undefined) return method
        }
        const inherited = value.classValue && this.#findInClass(value.classValue, name, value)
        if (inherited !== undefined) return inherited
        if (name === 'hasOwnProperty')
          return nativeOf(name, ([key]) => {
            const text = textOf(key)
            return text === undefined || value.isOpen ? unknownOf(name) : constantOf(value.fields.has(text))
          })
        if (!value.isOpen && (value.classValue === undefined || hasKnownAncestors(value.classValue)))
          return undefinedValue
        return this.unknownAt(call)
      }
      case 'list':
        return listMember(value, name, this, call) ?? undefinedValue
      case 'constant':
        if (value.constant === undefined || value.constant === null) return this.unknownAt(call)
        return textMember(value.constant, name, this) ?? this.unknownAt(call)
      case 'function':
        return this.#functionMember(value, name, call)
      case 'class':
        return (
          value.fields.get(name) ??
          (value.superclass === undefined
            ? name === 'name'
              ? constantOf(nameOf(nodeIn(value.node, 'id')) ?? '')
              : undefinedValue
            : this.member(value.superclass, name, call))
        )
      case 'native':
        return (
          value.fields.get(name) ?? (name === 'bind' ? nativeOf(name, () => value) : this.unknownAt(call))
        )
      case 'router':
      case 'route':
        return expressMember(value, name, this) ?? this.unknownAt(call)
      case 'staticFiles':
        return this.unknownAt(call)
      case 'unknown': {
        const known = value.members.get(name)
        if (known !== undefined) return known
        const { packagePath } = value
        const member = unknownOf(`${value.text}.${name}`, {
          packagePath: packagePath && { ...packagePath, path: [...packagePath.path, name] },
          environment: value.text === 'process.env' ? name : undefined,
          origin: { node: call.node, scope: call.scope },
        })
        value.members.set(name, member)
        return member
      }
    }
  }

  #findInClass(owner: ClassValue, name: string, self: Value | undefined): Value | undefined {
    for (const member of nodesIn(nodeIn(owner.node, 'body') ?? owner.node, 'body')) {
      if (member['static'] === true || !member.type.endsWith('Method')) continue
      if (this.#keyOf(member, owner.scope) !== name) continue
      const method = this.#functionValue(member, owner.scope, self)
      const kind = textIn(member, 'kind')
      if (kind === 'get')
        return this.callFunction(method, self ?? undefinedValue, [], { node: member, scope: owner.scope })
      return this.#remember(self, name, method)
    }
    if (owner.superclass?.type === 'class') return this.#findInClass(owner.superclass, name, self)
    return undefined
  }

  /** A method is the same function whenever it is read. */
  #remember(self: Value | undefined, name: string, method: FunctionValue): FunctionValue {
    if (self?.type !== 'object') return method
    const known = this.#methods.get(self) ?? new Map<string, FunctionValue>()
    this.#methods.set(self, known)
    const existing = known.get(name)
    if (existing?.node === method.node) return existing
    known.set(name, method)
    return method
  }

  readonly #methods = new Map<Value, Map<string, FunctionValue>>()

  #functionMember(value: FunctionValue, name: string, call: NativeCall): Value {
    const own = value.fields.get(name)
    if (own !== undefined) return own
    switch (name) {
      case 'call':
        return nativeOf(name, ([self = undefinedValue, ...args], inner) =>
          this.callFunction(value, self, args, inner),
        )
      case 'apply':
        return nativeOf(name, ([self = undefinedValue, args], inner) =>
          this.callFunction(value, self, args?.type === 'list' ? args.items : [], inner),
        )
      case 'bind':
        return nativeOf(name, ([self, ...args]) => {
          const bound = { ...value, thisValue: self, boundArguments: [...value.boundArguments, ...args] }
          // A method that is bound to its own object is that method.
          this.#boundFrom.set(bound, value)
          return bound
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
        return value.origin === undefined ? this.unknownAt(call) : undefinedValue
    }
  }

  readonly #boundFrom = new WeakMap<Value, FunctionValue>()

  /** The function before `bind`. */
  unbound(value: Value): Value {
    return this.#boundFrom.get(value) ?? value
  }

  #call(node: SyntaxNode, scope: Scope): Value {
    const calleeNode = nodeIn(node, 'callee')
    if (calleeNode === undefined) return this.unknownAt({ node, scope })
    if (calleeNode.type === 'Import')
      return this.#dynamicImport(nodesIn(node, 'arguments')[0], { node, scope })
    const callee = withoutTypes(calleeNode)
    let self: Value = undefinedValue
    let called: Value
    if (callee.type === 'Super') {
      this.#superCall(node, scope)
      return undefinedValue
    }
    if (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression') {
      const objectNode = nodeIn(callee, 'object')
      const property = nodeIn(callee, 'property')
      if (objectNode === undefined || property === undefined) return this.unknownAt({ node, scope })
      if (objectNode.type === 'Super') {
        called = this.evaluate(callee, scope)
        self = scope.thisValue ?? undefinedValue
      } else {
        self = this.evaluate(objectNode, scope)
        const key = this.#memberKey(callee, property, scope)
        if (key === undefined) {
          const args = this.#arguments(node, scope)
          if (self.type === 'router' && args.items.length > 1) this.#unresolvedRegistration({ node, scope })
          return this.unknownAt({ node, scope }, '', {
            made: { callee: unknownOf(this.sourceOf({ node: callee, scope })), args: args.items },
          })
        }
        called = this.member(self, key, { node: callee, scope })
      }
    } else called = this.evaluate(callee, scope)
    const args = this.#arguments(node, scope)
    return this.callValue(called, self, args, { node, scope })
  }

  #unresolvedRegistration(call: NativeCall): void {
    this.understood.add(call.node)
    this.problems.push({
      place: this.place(call),
      reason: `The method of ${this.sourceOf(call)} is known at run time only`,
      suggestion: 'write one line for each method',
    })
  }

  #arguments(node: SyntaxNode, scope: Scope): ListValue {
    const list = listOf([])
    for (const argument of nodesIn(node, 'arguments')) {
      if (argument.type === 'SpreadElement') this.#spread(argument, scope, list)
      else list.items.push(this.evaluate(argument, scope))
    }
    return list
  }

  /** Calls whatever it is; callbacks of what is not known are called once, with unknown arguments. */
  callValue(called: Value, self: Value, args: ListValue, call: NativeCall): Value {
    switch (called.type) {
      case 'function':
        return this.callFunction(called, self, args.items, call)
      case 'native':
        if (args.isOpen) this.#openCalls.add(call.node)
        return called.call(args.items, call)
      case 'class':
      case 'constant':
      case 'list':
      case 'router':
        return this.unknownAt(call)
      default:
        return this.#unknownCall(called, args, call)
    }
  }

  readonly #openCalls = new Set<SyntaxNode>()

  /** Whether a call has arguments that only a run could tell: `f(...unknown)`. */
  hasOpenArguments(node: SyntaxNode): boolean {
    return this.#openCalls.has(node)
  }

  #unknownCall(called: Value, args: ListValue, call: NativeCall): Value {
    const calleeNode = nodeIn(call.node, 'callee')
    const method = calleeNode && nameOf(nodeIn(calleeNode, 'property'))
    for (const argument of args.items) {
      if (argument.type === 'function' && method !== 'catch' && !looksLikeHandler(argument)) {
        const run = (): void => this.#callBack(argument)
        if (method !== undefined && laterMethods.has(method)) this.#deferred.push(run)
        else run()
      }
      this.#escape(argument, called, call)
    }
    return this.unknownAt(call, '', { made: { callee: called, args: args.items } })
  }

  /** An application in the hands of a package may get routes that nobody sees. */
  #escape(argument: Value, called: Value, call: NativeCall): void {
    const values = argument.type === 'object' ? [argument, ...argument.fields.values()] : [argument]
    for (const value of values) {
      if (value.type !== 'router' || !value.router.isApplication) continue
      if (called.type === 'unknown' && isServer(called.text)) {
        value.router.listens = true
        continue
      }
      this.problems.push({
        place: this.place(call),
        reason: `${this.sourceOf(call)} is given the application, and may register routes that cannot be read`,
        suggestion: 'keep this call in the application; --verify shows which routes it registers',
      })
    }
  }

  #callBack(argument: FunctionValue): void {
    if (this.#calledBack.has(argument.node)) return
    this.#calledBack.add(argument.node)
    const parameters = nodesIn(argument.node, 'params').map((each) =>
      unknownOf(nameOf(each) ?? 'an argument'),
    )
    this.callFunction(argument, undefinedValue, parameters, { node: argument.node, scope: argument.scope })
  }

  /** Runs later what a promise, a timer or an event would run. */
  defer(value: Value | undefined, args: readonly Value[]): void {
    if (value?.type !== 'function' || looksLikeHandler(value)) return
    this.#deferred.push(() =>
      this.callFunction(value, undefinedValue, args, { node: value.node, scope: value.scope }),
    )
  }

  callFunction(called: FunctionValue, self: Value, given: readonly Value[], call: NativeCall): Value {
    const isArrow = called.node.type === 'ArrowFunctionExpression'
    const args = [...called.boundArguments, ...given]
    const body = nodeIn(called.node, 'body')
    if (body === undefined || this.#depth >= maxDepth) return this.unknownAt(call)
    const nested = this.#active.filter((each) => each === called.node).length
    if (nested > (this.#conditions.length > 0 ? 6 : 60)) return this.unknownAt(call)
    if (this.#isTooOften(called, args)) return this.unknownAt(call)
    const serial = this.#serial
    const functionScope: FunctionScope = {
      isArrow,
      thisValue: called.thisValue ?? self,
      arguments: args,
      superclass: superclassOf(called),
    }
    const scope = new Scope(called.scope.module, called.scope, functionScope)
    const returns = this.#openReturns
    this.#openReturns = []
    this.#depth++
    this.#active.push(called.node)
    const opened = this.#conditions.length
    try {
      const ownName =
        called.node.type === 'FunctionExpression' ? nameOf(nodeIn(called.node, 'id')) : undefined
      if (ownName !== undefined) this.#declare(scope, ownName, called, 'function')
      for (const [index, parameter] of nodesIn(called.node, 'params').entries()) {
        if (parameter.type === 'RestElement') {
          const target = nodeIn(parameter, 'argument')
          if (target !== undefined) this.#bind(target, listOf(args.slice(index)), scope, 'parameter')
        } else this.#bind(parameter, args[index] ?? undefinedValue, scope, 'parameter')
      }
      const result = this.#body(body, scope, call)
      return this.#withOrigin(result, serial, call)
    } finally {
      this.#conditions.length = opened
      this.#active.pop()
      this.#depth--
      this.#openReturns = returns
    }
  }

  readonly #active: SyntaxNode[] = []
  readonly #blindCalls = new Map<SyntaxNode, number>()

  /** A function that is told nothing shows after a few calls what it does. */
  #isTooOften({ node }: FunctionValue, args: readonly Value[]): boolean {
    const isBlind = args.every(
      (each) => each.type === 'unknown' || (each.type === 'constant' && each.constant === undefined),
    )
    if (!isBlind) return false
    const count = (this.#blindCalls.get(node) ?? 0) + 1
    this.#blindCalls.set(node, count)
    return count > maxBlindCalls
  }

  #body(body: SyntaxNode, scope: Scope, call: NativeCall): Value {
    if (body.type !== 'BlockStatement') return this.evaluate(body, scope)
    const completion = this.#statements(nodesIn(body, 'body'), scope)
    const last = completion.type === 'return' ? [completion.value] : []
    const values = [...this.#openReturns, ...last]
    if (values.length === 0) return undefinedValue
    return this.join(values, call.node, call.scope)
  }

  /** A value that a call made is written as the same call. */
  #withOrigin(result: Value, serial: number, { node, scope }: NativeCall): Value {
    if (!node.type.endsWith('CallExpression')) return result
    if (result.type === 'function' && result.serial > serial) return { ...result, origin: { node, scope } }
    if (
      result.type === 'object' &&
      result.origin?.scope.function !== undefined &&
      result.origin.scope !== scope
    ) {
      result.origin = { node, scope }
      return result
    }
    if (
      result.type === 'list' &&
      result.origin?.scope.function !== undefined &&
      result.origin.scope !== scope
    ) {
      result.origin = { node, scope }
      return result
    }
    if (result.type === 'unknown')
      return { ...result, origin: { node, scope }, made: { callee: result, args: [] } }
    return result
  }

  /** One value where all ways agree; else what only a run could tell. */
  join(values: readonly Value[], node: SyntaxNode, scope: Scope): Value {
    const distinct: Value[] = []
    for (const value of values) {
      const isKnown = distinct.some(
        (each) =>
          each === value ||
          (each.type === 'constant' && value.type === 'constant' && Object.is(each.constant, value.constant)),
      )
      if (!isKnown) distinct.push(value)
    }
    const present = distinct.filter(
      (each) => !(each.type === 'constant' && (each.constant ?? undefined) === undefined),
    )
    const [only = undefinedValue, ...others] = present.length > 0 ? present : distinct
    if (others.length === 0) return only
    // A router is what matters here, whatever else may come.
    const router = present.find(({ type }) => type === 'router')
    return (
      router ??
      this.unknownAt({ node, scope }, '', { isText: present.every((each) => textOf(each) !== undefined) })
    )
  }

  #superCall(node: SyntaxNode, scope: Scope): void {
    const superclass = this.#super(scope)
    const self = scope.thisValue
    const args = this.#arguments(node, scope)
    if (self?.type !== 'object') return
    if (superclass.type === 'class') this.#construct(superclass, self, args.items, { node, scope })
    else self.isOpen = true
  }

  #new(node: SyntaxNode, scope: Scope): Value {
    const callee = nodeIn(node, 'callee')
    const called = callee === undefined ? undefinedValue : this.evaluate(callee, scope)
    const args = this.#arguments(node, scope)
    const call = { node, scope }
    if (called.type === 'native') return called.call(args.items, call)
    const origin = { node, scope }
    if (called.type === 'class') {
      const object = objectOf([], { classValue: called, origin })
      this.#construct(called, object, args.items, call)
      return object
    }
    if (called.type === 'function') {
      const prototype = called.fields.get('prototype')
      const object = objectOf(prototype?.type === 'object' ? prototype.fields : [], { origin })
      const result = this.callFunction(called, object, args.items, { node: called.node, scope })
      return result.type === 'constant' ? object : result
    }
    return this.#unknownCall(called, args, call)
  }

  #construct(owner: ClassValue, self: ObjectValue, args: readonly Value[], call: NativeCall): void {
    const members = nodesIn(nodeIn(owner.node, 'body') ?? owner.node, 'body')
    const constructor = members.find((each) => textIn(each, 'kind') === 'constructor')
    const initialize = (): void => {
      const own = new Scope(owner.scope.module, owner.scope, {
        isArrow: false,
        thisValue: self,
        arguments: [],
        superclass: owner.superclass,
      })
      for (const member of members) {
        if (member['static'] === true || !member.type.endsWith('Property')) continue
        const key = this.#keyOf(member, own)
        if (key !== undefined) self.fields.set(key, this.#maybe(member, 'value', own))
      }
    }
    initialize()
    if (constructor !== undefined)
      this.callFunction(this.#functionValue(constructor, owner.scope, self), self, args, {
        node: constructor,
        scope: call.scope,
      })
    else if (owner.superclass?.type === 'class') {
      this.#construct(owner.superclass, self, args, call)
      initialize()
    } else if (owner.superclass !== undefined) self.isOpen = true
  }

  #assignment(node: SyntaxNode, scope: Scope): Value {
    const left = nodeIn(node, 'left')
    const right = nodeIn(node, 'right')
    const operator = textIn(node, 'operator')
    if (left === undefined || right === undefined) return this.unknownAt({ node, scope })
    let value: Value
    if (operator === '=') value = this.evaluate(right, scope)
    else {
      const before = this.evaluate(left, scope)
      const short = operator.slice(0, -1)
      if (short === '||' || short === '&&' || short === '??') {
        const isTaken = short === '??' ? isNullish(before) : truthOf(before) === (short === '&&')
        value =
          isTaken === undefined
            ? this.unknownAt({ node, scope })
            : isTaken
              ? this.evaluate(right, scope)
              : before
      } else value = this.#operate(short, before, this.evaluate(right, scope), { node, scope })
    }
    this.#assignTo(left, value, scope)
    return value
  }

  #assignTo(outer: SyntaxNode, value: Value, scope: Scope): void {
    const target = withoutTypes(outer)
    if (target.type === 'Identifier') {
      const name = textIn(target, 'name')
      const binding = scope.find(name)
      if (binding === undefined) {
        this.#declare(moduleScopeOf(scope), name, value, 'let')
        return
      }
      if (binding.kind === 'import') return
      const isCertain = this.#conditions.length <= binding.depth
      const before = binding.value
      const wasEmpty = before.type === 'constant' && (before.constant ?? undefined) === undefined
      binding.value = isCertain || wasEmpty ? value : this.join([before, value], target, scope)
      return
    }
    if (target.type === 'MemberExpression') {
      const objectNode = nodeIn(target, 'object')
      const property = nodeIn(target, 'property')
      if (objectNode === undefined || property === undefined) return
      const object = this.evaluate(objectNode, scope)
      const key = this.#memberKey(target, property, scope)
      if (key === undefined) {
        if (object.type === 'object' || object.type === 'list') object.isOpen = true
        return
      }
      this.setMember(object, key, value)
      return
    }
    if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') {
      const names = new Scope(scope.module, scope)
      this.#bind(target, value, names, 'let', scope)
      for (const [name, { value: each }] of names.bindings) {
        const binding = scope.find(name)
        if (binding !== undefined && binding.kind !== 'import') binding.value = each
      }
    }
  }

  setMember(object: Value, key: string, value: Value): void {
    if (object.type === 'unknown') object.members.set(key, value)
    else if (object.type === 'list') {
      const index = Number(key)
      if (Number.isInteger(index) && index >= 0 && index <= object.items.length) object.items[index] = value
    } else if ('fields' in object) {
      object.fields.set(key, value)
      if (object.type === 'router') this.#setSetting(object, key, value)
    }
  }

  #setSetting({ router }: RouterValue, key: string, value: Value): void {
    const truth = truthOf(value)
    if (truth === undefined) return
    if (key === 'strict') router.isStrict = truth
    if (key === 'caseSensitive') router.isCaseSensitive = truth
  }

  #logical(node: SyntaxNode, scope: Scope): Value {
    const leftNode = nodeIn(node, 'left')
    const rightNode = nodeIn(node, 'right')
    if (leftNode === undefined || rightNode === undefined) return this.unknownAt({ node, scope })
    const left = this.evaluate(leftNode, scope)
    const operator = textIn(node, 'operator')
    const takesRight =
      operator === '??' ? isNullish(left) : operator === '&&' ? truthOf(left) : negate(truthOf(left))
    if (takesRight !== undefined) return takesRight ? this.evaluate(rightNode, scope) : left
    if (operator !== '&&' && left.type === 'unknown' && left.environment !== undefined) {
      const right = this.evaluate(rightNode, scope)
      const fallback = assumedConstant(right)
      return this.unknownAt({ node, scope }, '', {
        environment: left.environment,
        fallback,
        isText: typeof fallback === 'string',
      })
    }
    const right = this.#under({ node: leftNode, scope }, operator !== '&&', () =>
      this.evaluate(rightNode, scope),
    )
    return this.unknownAt({ node, scope }, '', { isText: textOf(right) !== undefined && operator !== '&&' })
  }

  #conditional(node: SyntaxNode, scope: Scope): Value {
    const test = nodeIn(node, 'test')
    const consequent = nodeIn(node, 'consequent')
    const alternate = nodeIn(node, 'alternate')
    if (test === undefined || consequent === undefined || alternate === undefined)
      return this.unknownAt({ node, scope })
    const truth = truthOf(this.evaluate(test, scope))
    if (truth !== undefined) return this.evaluate(truth ? consequent : alternate, scope)
    const first = this.#under({ node: test, scope }, false, () => this.evaluate(consequent, scope))
    const second = this.#under({ node: test, scope }, true, () => this.evaluate(alternate, scope))
    return this.join([first, second], node, scope)
  }

  #binary(node: SyntaxNode, scope: Scope): Value {
    const left = this.#maybe(node, 'left', scope)
    const right = this.#maybe(node, 'right', scope)
    return this.#operate(textIn(node, 'operator'), left, right, { node, scope })
  }

  #operate(operator: string, left: Value, right: Value, call: NativeCall): Value {
    if (left.type === 'constant' && right.type === 'constant') {
      const result = operate(operator, left.constant, right.constant)
      if (result !== undefined) return constantOf(result.value)
    }
    const isEquality = /^[!=]==?$/.test(operator)
    if (isEquality && left.type !== 'unknown' && right.type !== 'unknown')
      return constantOf((left === right) === operator.startsWith('='))
    if (operator === 'in' && right.type === 'object' && !right.isOpen) {
      const key = textOf(left)
      if (key !== undefined) return constantOf(right.fields.has(key))
    }
    const isText =
      operator === '+' &&
      [left, right].some((each) => textOf(each) !== undefined || (each.type === 'unknown' && each.isText))
    const [assumedLeft, assumedRight] = [assumedConstant(left), assumedConstant(right)]
    const fallback =
      isText && assumedLeft !== undefined && assumedRight !== undefined
        ? operate(operator, assumedLeft, assumedRight)?.value
        : undefined
    return this.unknownAt(call, '', { isText, fallback })
  }

  #unary(node: SyntaxNode, scope: Scope): Value {
    const value = this.#maybe(node, 'argument', scope)
    switch (textIn(node, 'operator')) {
      case '!': {
        const truth = truthOf(value)
        return truth === undefined ? this.unknownAt({ node, scope }) : constantOf(!truth)
      }
      case 'typeof':
        return typeName(value) ?? this.unknownAt({ node, scope })
      case 'void':
        return undefinedValue
      case '-':
      case '+':
      case '~': {
        if (value.type !== 'constant' || typeof value.constant === 'bigint')
          return this.unknownAt({ node, scope })
        const number = Number(value.constant)
        const operator = textIn(node, 'operator')
        return constantOf(operator === '-' ? -number : operator === '~' ? ~number : number)
      }
      default:
        return this.unknownAt({ node, scope })
    }
  }

  #update(node: SyntaxNode, scope: Scope): Value {
    const target = nodeIn(node, 'argument')
    if (target === undefined) return this.unknownAt({ node, scope })
    const before = this.evaluate(target, scope)
    if (before.type !== 'constant' || typeof before.constant !== 'number')
      return this.unknownAt({ node, scope })
    const after = constantOf(before.constant + (textIn(node, 'operator') === '++' ? 1 : -1))
    this.#assignTo(target, after, scope)
    return node['prefix'] === true ? after : before
  }

  #step(): void {
    if (++this.#steps > maxSteps) throw new TooManySteps()
  }
}

interface LiveFields extends Map<string, Value> {
  /** Exports that are read when they are asked for: their names are assigned later. */
  live?: Map<string, () => Value | undefined>
}

const laterMethods: ReadonlySet<string> = new Set([
  'then',
  'finally',
  'on',
  'once',
  'addListener',
  'addEventListener',
  'listen',
])

function looksLikeHandler({ node }: FunctionValue): boolean {
  const [first] = nodesIn(node, 'params')
  return /^_*(req|request|ctx|err|error)$/i.test(nameOf(first) ?? '')
}

function isServer(text: string): boolean {
  return /(createServer|Server|listen|supertest|request|serverless|createProxy|expressWs|enableWs|http-terminator)\b/.test(
    text,
  )
}

function callStart(node: SyntaxNode): number {
  const callee = nodeIn(node, 'callee')
  const property = callee && nodeIn(callee, 'property')
  return property?.start ?? node.start
}

/** Examples in Express's own repository load it by a path. */
function isExpressItself(file: string): boolean {
  const folder = /^(.*)\/(?:index|lib\/express)\.js$/.exec(file)?.[1]
  return folder !== undefined && readJson(join(folder, 'package.json'))?.['name'] === 'express'
}

function isScript(file: string): boolean {
  return !/\.[a-z]+$/i.test(file.split('/').at(-1) ?? '')
}

function functionScopeOf(scope: Scope): Scope {
  let each = scope
  while (each.function === undefined && each.parent !== undefined) each = each.parent
  return each
}

function moduleScopeOf(scope: Scope): Scope {
  let each = scope
  while (each.parent !== undefined) each = each.parent
  return each
}

function superclassOf({ thisValue, node }: FunctionValue): Value | undefined {
  const owner = thisValue?.type === 'object' ? thisValue.classValue : thisValue
  for (let each: Value | undefined = owner; each?.type === 'class'; each = each.superclass)
    if (nodesIn(nodeIn(each.node, 'body') ?? each.node, 'body').includes(node)) return each.superclass
  return undefined
}

function hasKnownAncestors(owner: ClassValue): boolean {
  if (owner.superclass === undefined) return true
  return owner.superclass.type === 'class' && hasKnownAncestors(owner.superclass)
}

function isNullish(value: Value): boolean | undefined {
  if (value.type === 'constant') return value.constant === undefined || value.constant === null
  return value.type === 'unknown' ? undefined : false
}

function negate(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth
}
