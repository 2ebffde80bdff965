import { placeOf } from '../program/values/call-place.js'
import { unbound } from '../program/values/known-facts.js'
import { dirname, relative } from 'node:path'
import { visitSyntax, type SyntaxNode } from '../../script/script-syntax.js'
import type { ExportedName } from './exported-values.js'
import { camelCase, fileStem } from './names.js'
import { typeDeclaration, typeNamesIn } from './type-names.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import { declaredNames, patternNames } from '../program/source/declared-names.js'
import type { SourceModule } from '../program/source/source-module.js'
import { nameOf, nodeIn, nodesIn, textIn } from '../../script/syntax-fields.js'
import type { Scope } from '../program/values/values.js'
import { type Value } from '../program/values/values.js'

/** How the written module looks. */
export interface ModuleStyle {
  readonly isEsModule: boolean
  readonly isTypeScript: boolean
  /** What stands behind the names of the program's files in imports: `.js`, `.ts` or nothing. */
  readonly importExtension: string
}

/** A constant of the program that the written module makes. */
export interface WrittenConstant {
  readonly local: string
  readonly line: string
  /** The place in the program, for people. */
  readonly from: string
  /** Its name in the program, and the scope that declares it. */
  readonly name: string
  readonly owner: Scope | undefined
}

/** Thrown for an expression that another file cannot contain. */
export class NotMovableException extends Error {
  override readonly name = 'NotMovableException'
}

/** Writes the program's expressions again in another file: with imports for what is exported, and constants made again. */
export class ModuleWriter {
  readonly #file: string
  readonly #style: ModuleStyle
  readonly #evaluator: ProgramEvaluator
  readonly #exported: ReadonlyMap<Value, ExportedName>
  readonly #imports = new Map<string, { readonly local: string; readonly line: string }>()
  readonly #constants = new Map<Value, WrittenConstant>()
  readonly #taken: Set<string>
  readonly #writing: Value[] = []
  /** Whether functions of the program may move to the written module. */
  readonly #moves: boolean

  constructor(options: {
    readonly file: string
    readonly style: ModuleStyle
    readonly evaluator: ProgramEvaluator
    readonly exported: ReadonlyMap<Value, ExportedName>
    readonly moves?: boolean
  }) {
    this.#moves = options.moves ?? false
    this.#file = options.file
    this.#style = options.style
    this.#evaluator = options.evaluator
    this.#exported = options.exported
    this.#taken = new Set(reservedNames)
  }

  get importLines(): string[] {
    return [...this.#imports.values()].map(({ line }) => line)
  }

  /** Constants of the program that the written module makes again, as they are not exported. */
  get constants(): readonly WrittenConstant[] {
    return [...this.#constants.values()]
  }

  /** What fails leaves no imports behind. */
  attempt<Result>(write: () => Result): Result {
    const [imports, constants, taken] = [
      new Map(this.#imports),
      new Map(this.#constants),
      new Set(this.#taken),
    ]
    try {
      return write()
    } catch (error) {
      restore(this.#imports, imports)
      restore(this.#constants, constants)
      this.#taken.clear()
      for (const name of taken) this.#taken.add(name)
      throw error
    }
  }

  /** Whether the written module imports a file of the program. */
  imports(file: string): boolean {
    const specifier = this.specifierOf({ file })
    return [...this.#imports.values()].some(
      ({ line }) => line.includes(`'${specifier}'`) && !line.startsWith('import type'),
    )
  }

  /** Whether the value is exported by a module of the program. */
  exportOf(value: Value): ExportedName | undefined {
    // The application is to import the written module, and not the other way round.
    if (value.type === 'router') return undefined
    return this.#exported.get(value) ?? this.#exported.get(unbound(value))
  }

  /** @throws NotMovableException */
  expression(value: Value): string {
    const exported = this.exportOf(value)
    if (exported !== undefined) return this.#importExport(exported)
    const packagePath = this.#evaluator.modules.packagePathOf(value)
    if (packagePath !== undefined) return this.#importPackage(packagePath.specifier, packagePath.path)
    if (value.type === 'constant') return constantCode(value.constant)
    if ('origin' in value && value.origin !== undefined) {
      if (this.#writing.includes(value)) throw new NotMovableException('it needs itself')
      this.#writing.push(value)
      try {
        return this.code(value.origin.node, value.origin.scope)
      } finally {
        this.#writing.pop()
      }
    }
    throw new NotMovableException('it is made where nothing can refer to it')
  }

  /**
   * The source of an expression, with its names replaced by what they are in the written module.
   *
   * @throws NotMovableException
   */
  code(node: SyntaxNode, scope: Scope): string {
    const { text } = scope.module.source
    this.#importTypes(node, scope.module)
    const replacements: { start: number; end: number; text: string }[] = []
    const inner = namesDeclaredIn(node)
    const visit = (each: SyntaxNode, parent: SyntaxNode | undefined, field: string): void => {
      if (each.type === 'ThisExpression' || each.type === 'Super') {
        if (!isWithinFunction(node, each)) throw new NotMovableException('it uses `this`')
        return
      }
      if (each.type === 'MetaProperty') throw new NotMovableException('it uses import.meta of its own file')
      if (each.type === 'ImportExpression' || each.type === 'Import')
        throw new NotMovableException('it imports by a path of its own file')
      if (each.type === 'MemberExpression' && each['computed'] !== true && rootName(each) !== undefined) {
        const root = rootName(each) ?? ''
        const value = inner.has(root) ? undefined : this.#pureValue(each, scope)
        const exported = value && this.exportOf(value)
        if (exported !== undefined) {
          replacements.push({ start: each.start, end: each.end, text: this.#importExport(exported) })
          return
        }
      }
      if (each.type === 'Identifier' && isReference(parent, field)) {
        const name = textIn(each, 'name')
        if (inner.has(name)) return
        const replaced = this.#nameCode(name, scope)
        if (replaced === name) return
        const isShorthand = parent?.type === 'ObjectProperty' && parent['shorthand'] === true
        replacements.push({
          start: each.start,
          end: each.end,
          text: isShorthand ? `${name}: ${replaced}` : replaced,
        })
        return
      }
      for (const [key, child] of Object.entries(each)) {
        if (skippedFields.has(key)) continue
        if (each.type === 'ObjectProperty' && each['shorthand'] === true && key === 'key') continue
        for (const one of Array.isArray(child) ? child : [child])
          if (typeof one === 'object' && one !== null && 'type' in one && 'start' in one)
            visit(one as SyntaxNode, each, key)
      }
    }
    visit(node, undefined, '')
    let code = ''
    let at = node.start
    for (const each of replacements.toSorted((left, right) => left.start - right.start)) {
      if (each.start < at) continue
      code += text.slice(at, each.start) + each.text
      at = each.end
    }
    return code + text.slice(at, node.end)
  }

  #pureValue(node: SyntaxNode, scope: Scope): Value | undefined {
    const root = rootName(node)
    if (root === undefined || scope.find(root) === undefined) return undefined
    return this.#evaluator.evaluate(node, scope)
  }

  #nameCode(name: string, scope: Scope): string {
    const binding = scope.find(name)
    if (binding === undefined) {
      if (name === 'require' || name === 'exports' || name === 'module')
        throw new NotMovableException('it needs the `require` of its own file')
      return name
    }
    const isBeside = dirname(scope.module.file) === dirname(this.#file) && !this.#style.isEsModule
    if (name === '__dirname' && isBeside) return name
    if (name === '__dirname' || name === '__filename')
      throw new NotMovableException(`it uses ${name} of its own file`)
    const { value } = binding
    const owner = scope.scopeOf(name)
    if (binding.kind !== 'import' && owner !== undefined && isReassigned(owner.module.program, name))
      throw new NotMovableException(`it uses the variable ${name}, which changes`)
    const known = this.#constants.get(value)
    if (known !== undefined) return known.local
    if (this.exportOf(value) !== undefined) return this.expression(value)
    if (value.type === 'constant') {
      return constantCode(value.constant)
    }
    if (this.#evaluator.modules.packagePathOf(value) !== undefined) return this.expression(value)
    const isFunction =
      value.type === 'function' && /Function(Declaration|Expression)$/.test(value.origin?.node.type ?? '')
    if (isFunction && !(this.#moves && owner?.isModule === true))
      throw new NotMovableException(`it uses the function ${name}, which its file does not export`)
    if (value.type === 'router') throw new NotMovableException(`it uses the application itself (${name})`)
    if (binding.kind === 'parameter' || !('origin' in value) || value.origin === undefined)
      throw new NotMovableException(`it uses ${name}, which only its own function knows`)
    const local = this.#free(name)
    // The name is taken before its code is written: what it needs stands in front of it.
    const code = this.expression(value)
    const { file, line } = placeOf(value.origin)
    const from = `${relative(dirname(this.#file), file)}:${line}`
    const isDeclaration = value.origin.node.type === 'FunctionDeclaration' && local === name
    this.#constants.set(value, {
      local,
      line: isDeclaration ? code : `const ${local} = ${code}`,
      from,
      name,
      owner,
    })
    return local
  }

  #importExport({ module, path }: ExportedName): string {
    const [first, ...rest] = path
    const specifier = this.specifierOf(module)
    const base = camelCase(fileStem(module.file))
    if (!this.#style.isEsModule) {
      const local = this.#import(
        `require ${specifier}`,
        base,
        (name) => `const ${name} = require('${specifier}')`,
      )
      return [local, ...path].join('.')
    }
    if (!module.isEsModule || first === 'default') {
      const local = this.#import(`default ${specifier}`, base, (name) => `import ${name} from '${specifier}'`)
      return [local, ...(module.isEsModule ? rest : path)].join('.')
    }
    const local = this.#importName(first, specifier)
    return [local, ...rest].join('.')
  }

  #importPackage(specifier: string, path: readonly string[]): string {
    if (specifier.includes('\n')) throw new NotMovableException('it needs a file that is not there')
    const base = camelCase(
      specifier
        .replace(/^node:/, '')
        .split('/')
        .at(-1) ?? specifier,
    )
    const [first, ...rest] = path
    if (!this.#style.isEsModule) {
      const local = this.#import(
        `require ${specifier}`,
        base,
        (name) => `const ${name} = require('${specifier}')`,
      )
      return [local, ...(first === 'default' ? rest : path)].join('.')
    }
    if (first === 'default' || first === undefined || specifier === 'express') {
      const local = this.#import(`default ${specifier}`, base, (name) => `import ${name} from '${specifier}'`)
      return [local, ...(first === 'default' ? rest : path)].join('.')
    }
    const local = this.#importName(first, specifier)
    return [local, ...rest].join('.')
  }

  /** The types that an expression names come along. */
  #importTypes(node: SyntaxNode, module: SourceModule): void {
    if (!this.#style.isTypeScript) return
    for (const name of typeNamesIn(node)) {
      const declaration = typeDeclaration(module, name)
      if (declaration === undefined) continue
      if (declaration.specifier === undefined) {
        if (!declaration.isExported)
          throw new NotMovableException(`it uses the type ${name}, which its file does not export`)
        const specifier = this.specifierOf(module)
        this.#imports.set(`type ${name} ${specifier}`, {
          local: name,
          line: `import type { ${name} } from '${specifier}'`,
        })
        continue
      }
      const file = this.#evaluator.modules.sources.resolve(declaration.specifier, module.file)
      const specifier = file === undefined ? declaration.specifier : this.specifierOf({ file })
      const line = `import type ${declaration.clause(name)} from '${specifier}'`
      this.#imports.set(line, { local: name, line })
    }
  }

  #importName(name: string | undefined, specifier: string): string {
    if (name === undefined)
      return this.#import(
        `* ${specifier}`,
        camelCase(specifier),
        (local) => `import * as ${local} from '${specifier}'`,
      )
    return this.#import(`${name} ${specifier}`, name, (local) =>
      local === name
        ? `import { ${name} } from '${specifier}'`
        : `import { ${name} as ${local} } from '${specifier}'`,
    )
  }

  /** `express`, for what is written newly. */
  express(): string {
    return this.#importPackage('express', [])
  }

  #import(key: string, base: string, line: (local: string) => string): string {
    const known = this.#imports.get(key)
    if (known !== undefined) return known.local
    const local = this.#free(base)
    this.#imports.set(key, { local, line: line(local) })
    return local
  }

  #free(name: string): string {
    let free = name
    for (let number = 2; this.#taken.has(free); number++) free = `${name}${number}`
    this.#taken.add(free)
    return free
  }

  /** How the written file imports a module of the program. */
  specifierOf({ file }: Pick<SourceModule, 'file'>): string {
    const path = relative(dirname(this.#file), file).replaceAll('\\', '/')
    const dotted = path.startsWith('.') ? path : `./${path}`
    const { importExtension, isEsModule } = this.#style
    if (importExtension === '' && !/\.[mc][jt]s$/.test(file))
      return dotted.replace(/(\/index)?\.[jt]sx?$/, '') || '.'
    if (importExtension === '.ts' || !isEsModule) return dotted
    return dotted.replace(/\.([mc]?)tsx?$/, '.$1js')
  }
}

function restore<Key, Item>(map: Map<Key, Item>, before: ReadonlyMap<Key, Item>): void {
  map.clear()
  for (const [key, item] of before) map.set(key, item)
}

const reservedNames =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield controllers middleware require module exports process console'.split(
    ' ',
  )

const skippedFields: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'errors',
  'comments',
  'tokens',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
])

function isReference(parent: SyntaxNode | undefined, field: string): boolean {
  if (parent === undefined) return true
  const isComputed = parent['computed'] === true
  if (parent.type.endsWith('MemberExpression')) return field === 'object' || isComputed
  if (/^(Object|Class)(Property|Method|PrivateProperty)$/.test(parent.type))
    return field !== 'key' || isComputed
  if (parent.type.endsWith('Statement') && field === 'label') return false
  return true
}

function rootName(node: SyntaxNode): string | undefined {
  let each: SyntaxNode | undefined = node
  while (each?.type === 'MemberExpression') {
    if (each['computed'] === true) return undefined
    each = nodeIn(each, 'object')
  }
  return each?.type === 'Identifier' ? nameOf(each) : undefined
}

/** Whether anything in the file gives a name another value later. */
function isReassigned(program: SyntaxNode, name: string): boolean {
  let known = assignedNames.get(program)
  if (known === undefined) {
    const names = new Set<string>()
    visitSyntax(program, (node) => {
      if (node.type === 'AssignmentExpression')
        for (const each of patternNames(nodeIn(node, 'left'))) names.add(each)
      if (node.type === 'UpdateExpression')
        for (const each of patternNames(nodeIn(node, 'argument'))) names.add(each)
    })
    known = names
    assignedNames.set(program, known)
  }
  return known.has(name)
}

const assignedNames = new WeakMap<SyntaxNode, ReadonlySet<string>>()

/** Every name that something inside of an expression declares. */
function namesDeclaredIn(node: SyntaxNode): Set<string> {
  const names = new Set<string>()
  const visit = (each: SyntaxNode): void => {
    if (/Function|Method$/.test(each.type)) {
      for (const parameter of nodesIn(each, 'params'))
        for (const name of patternNames(parameter)) names.add(name)
      const own = nameOf(nodeIn(each, 'id'))
      if (own !== undefined) names.add(own)
    } else if (each.type.endsWith('Declaration')) for (const name of declaredNames(each)) names.add(name)
    else if (each.type === 'CatchClause')
      for (const name of patternNames(nodeIn(each, 'param'))) names.add(name)
    for (const [key, child] of Object.entries(each)) {
      if (skippedFields.has(key)) continue
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one === 'object' && one !== null && 'type' in one && 'start' in one)
          visit(one as SyntaxNode)
    }
  }
  visit(node)
  return names
}

/** Whether `this` belongs to a function or a class inside of the expression. */
function isWithinFunction(root: SyntaxNode, target: SyntaxNode): boolean {
  let isWithin = false
  const visit = (each: SyntaxNode, owns: boolean): void => {
    if (each === target) {
      isWithin = owns
      return
    }
    const inner = owns || /^(FunctionExpression|FunctionDeclaration|ObjectMethod|Class)/.test(each.type)
    for (const [key, child] of Object.entries(each)) {
      if (skippedFields.has(key)) continue
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one === 'object' && one !== null && 'type' in one && 'start' in one)
          visit(one as SyntaxNode, inner)
    }
  }
  visit(root, false)
  return isWithin
}

function constantCode(constant: unknown): string {
  if (constant instanceof RegExp) return String(constant)
  if (typeof constant === 'bigint') return `${constant}n`
  if (typeof constant === 'string')
    return `'${JSON.stringify(constant).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  return String(constant)
}
