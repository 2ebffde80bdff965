import { basename, dirname, relative } from 'node:path'
import { quoted } from '../../script/quoted.js'
import { parseExpression, ScriptSyntaxException, type SyntaxNode } from '../../script/script-syntax.js'
import { nodeIn, textIn } from '../../script/syntax-fields.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import type { SourceModule } from '../program/source/source-module.js'
import { placeOf } from '../program/values/call-place.js'
import { unbound, originOf } from '../program/values/known-facts.js'
import type { Scope, Value } from '../program/values/values.js'
import type { ExportedName } from './exported-values.js'
import { ModuleImports, type ModuleStyle } from './module-imports.js'
import { NotMovableException } from './not-movable-exception.js'
import { ownedWord } from './owned-word.js'
import { typeDeclaration, typeNamesIn } from './type-names.js'
import { partsOf, isReassigned, isReference, namesOfScope, rootName } from './variable-names.js'
import { type TextEdit, applyEdits } from '../../terminal/text-edits.js'

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

/** How the written module refers to something. */
export interface WrittenCode {
  /** Undefined where it cannot. */
  readonly code: string | undefined
  /** Why it cannot. */
  readonly reason: string | undefined
}

/** Writes the program's expressions again in another file: with imports for what is exported, and constants made again. */
export class ModuleWriter {
  readonly imports: ModuleImports
  readonly #style: ModuleStyle
  readonly #evaluator: ProgramEvaluator
  readonly #exported: ReadonlyMap<Value, ExportedName>
  #constants = new Map<Value, WrittenConstant>()
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
    this.#style = options.style
    this.#evaluator = options.evaluator
    this.#exported = options.exported
    this.imports = new ModuleImports(options.file, options.style)
  }

  /** Constants of the program that the written module makes again, as they are not exported. */
  get constants(): readonly WrittenConstant[] {
    return [...this.#constants.values()]
  }

  /** The code that is written, or why there is none. What fails leaves no imports behind. */
  attempt(write: () => string): WrittenCode {
    const forgetImports = this.imports.save()
    const constants = [...this.#constants]
    try {
      return { code: write(), reason: undefined }
    } catch (error) {
      if (!(error instanceof NotMovableException)) throw error
      forgetImports()
      this.#constants = new Map(constants)
      return { code: undefined, reason: error.message }
    }
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
    if (exported !== undefined) return this.imports.exported(exported)
    const packagePath = this.#evaluator.modules.packagePathOf(value)
    if (packagePath !== undefined) return this.imports.ofPackage(packagePath.specifier, packagePath.path)
    if (value.type === 'constant') return constantCode(value.constant)
    const origin = originOf(value)
    if (origin !== undefined) {
      if (origin.node.type.endsWith('Pattern'))
        throw new NotMovableException(
          'it is taken out of a list or an object, and its file does not export it',
        )
      if (this.#writing.includes(value)) throw new NotMovableException('it needs itself')
      this.#writing.push(value)
      try {
        const { node, scope } = origin
        const code = this.code(node, scope)
        const written = node.type === 'ObjectMethod' ? methodAsFunction(code, node) : code
        this.#refuseOtherSyntax(written)
        return written
      } finally {
        this.#writing.pop()
      }
    }
    throw new NotMovableException('it is made where nothing can refer to it')
  }

  /** A type assertion such as `<any>value` has another meaning in a file with JSX. */
  #refuseOtherSyntax(code: string): void {
    try {
      parseExpression(code, this.imports.file)
    } catch (error) {
      if (!(error instanceof ScriptSyntaxException)) throw error
      throw new NotMovableException(`${basename(this.imports.file)} cannot contain its syntax`, {
        cause: error,
      })
    }
  }

  /**
   * The source of an expression, with its names replaced by what they are in the written module.
   *
   * @throws NotMovableException
   */
  code(node: SyntaxNode, scope: Scope): string {
    const { text } = scope.module.source
    this.#importTypes(node, scope.module)
    const edits: TextEdit[] = []
    const replace = (
      { start, end }: SyntaxNode,
      written: string,
      hidden: ReadonlySet<string>,
      key = '',
    ): void => {
      const root = /^[\w$]+/.exec(written)?.[0] ?? ''
      if (hidden.has(root))
        throw new NotMovableException(`it has a variable ${root}, which would hide another`)
      edits.push({ start: start - node.start, end: end - node.start, text: key + written })
    }
    const visit = (
      each: SyntaxNode,
      parent: SyntaxNode | undefined,
      field: string,
      around: { readonly types: readonly string[]; readonly names: ReadonlySet<string> },
    ): void => {
      const own = namesOfScope(each)
      const hidden = own.size === 0 ? around.names : new Set([...around.names, ...own])
      const owned = ownedWord(each, this.#style.isEsModule)
      if (owned !== undefined && !around.types.some((type) => owned.owner.test(type)))
        throw new NotMovableException(`it uses ${owned.text}`)
      if (each.type === 'ImportExpression' || each.type === 'Import')
        throw new NotMovableException('it imports by a path of its own file')
      if (each.type === 'MemberExpression' && each['computed'] !== true && rootName(each) !== undefined) {
        const root = rootName(each) ?? ''
        const value = hidden.has(root) ? undefined : this.#pureValue(each, scope)
        const exported = value && this.exportOf(value)
        if (exported !== undefined) {
          replace(each, this.imports.exported(exported), hidden)
          return
        }
      }
      if (each.type === 'Identifier' && isReference(parent, field)) {
        const name = textIn(each, 'name')
        if (hidden.has(name)) return
        const replaced = this.#nameCode(name, scope)
        if (replaced === name) return
        const isShorthand = parent?.type === 'ObjectProperty' && parent['shorthand'] === true
        replace(each, replaced, hidden, isShorthand ? `${name}: ` : '')
        return
      }
      const inner = { types: [...around.types, each.type], names: hidden }
      for (const [key, child] of partsOf(each)) {
        if (each.type === 'ObjectProperty' && each['shorthand'] === true && key === 'key') continue
        visit(child, each, key, inner)
      }
    }
    visit(node, undefined, '', { types: [], names: new Set() })
    return applyEdits(text.slice(node.start, node.end), edits)
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
    const isBeside = dirname(scope.module.file) === dirname(this.imports.file) && !this.#style.isEsModule
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
    const origin = originOf(value)
    if (binding.kind === 'parameter' || origin === undefined)
      throw new NotMovableException(`it uses ${name}, which only its own function knows`)
    const local = this.imports.takeName(name)
    // The name is taken before its code is written: what it needs stands in front of it.
    const code = this.expression(value)
    const { file, line } = placeOf(origin)
    const from = `${relative(dirname(this.imports.file), file)}:${line}`
    const isDeclaration = origin.node.type === 'FunctionDeclaration' && local === name
    this.#constants.set(value, {
      local,
      line: isDeclaration ? code : `const ${local} = ${code}`,
      from,
      name,
      owner,
    })
    return local
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
        this.imports.addType(name, `{ ${name} }`, this.imports.specifierOf(module))
        continue
      }
      const file = this.#evaluator.modules.sources.resolve(declaration.specifier, module.file)
      const specifier = file === undefined ? declaration.specifier : this.imports.specifierOf({ file })
      this.imports.addType(name, declaration.clause(name), specifier)
    }
  }
}

/** `show(req, res) {}` of an object as `function (req, res) {}`. */
function methodAsFunction(code: string, node: SyntaxNode): string {
  const key = nodeIn(node, 'key')
  if (key === undefined || node['computed'] === true || node['kind'] !== 'method')
    throw new NotMovableException('its name is computed')
  const [start, star] = [node['async'] === true ? 'async ' : '', node['generator'] === true ? '*' : '']
  return `${start}function${star} ${code.slice(key.end - node.start).trimStart()}`
}

function constantCode(constant: unknown): string {
  if (typeof constant === 'bigint') return `${constant}n`
  return typeof constant === 'string' ? quoted(constant) : String(constant)
}
