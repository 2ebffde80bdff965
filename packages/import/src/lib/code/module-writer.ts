import { basename, dirname, relative, resolve } from 'node:path'
import { exportedNames, findBinding, type Binding, type ImportedName } from '../call-sites/bindings.js'
import type { ProgramNode } from '../call-sites/call-sites.js'
import { placeAt, type SourceModule, type SourceModules } from '../call-sites/source-module.js'
import { isReassigned, isReference, namesOfScope, partsOf, rootName } from '../call-sites/variable-names.js'
import { findFile } from '../files.js'
import { parseExpression, ScriptSyntaxException, type SyntaxNode } from '../script/script-syntax.js'
import { quoted } from '../script/quoted.js'
import { lastName, nameOf, nodeIn, textIn } from '../script/syntax-fields.js'
import { applyEdits, type TextEdit } from '../script/text-edits.js'
import { ModuleImports, type ModuleStyle } from './module-imports.js'
import { ownedWord } from './owned-word.js'
import { typeDeclaration, typeNamesIn } from './type-names.js'

/** A constant of the program that the written module declares again. */
export interface WrittenConstant {
  readonly local: string
  readonly line: string
  /** The place in the program, for people. */
  readonly from: string
  /** Its name in the program. */
  readonly name: string
  readonly module: SourceModule
  readonly isOfModule: boolean
}

/** The values of loop variables for a function that a loop creates. */
export type Closure = Readonly<Record<string, string | number | boolean>>

/** The code that refers to something in the written module. */
export interface WrittenCode {
  /** Undefined if the written module cannot refer to it. */
  readonly code: string | undefined
  /** The reason, if `code` is undefined. */
  readonly reason: string | undefined
}

/** Thrown for an expression that another file cannot contain. */
export class NotMovableException extends Error {
  override readonly name = 'NotMovableException'
}

/** Writes expressions of the program in another file. It imports exported names, and declares other constants again. */
export class ModuleWriter {
  readonly imports: ModuleImports
  readonly #style: ModuleStyle
  readonly #modules: SourceModules
  readonly #exports = new Map<SourceModule, ReadonlyMap<string, readonly string[]>>()
  #constants = new Map<SyntaxNode, WrittenConstant>()
  readonly #writing: SyntaxNode[] = []
  /** True if functions of the program may move to the written module. */
  readonly #moves: boolean

  constructor(options: {
    readonly file: string
    readonly style: ModuleStyle
    readonly modules: SourceModules
    readonly moves: boolean
  }) {
    this.#moves = options.moves
    this.#style = options.style
    this.#modules = options.modules
    this.imports = new ModuleImports(
      options.file,
      options.style,
      (file) => this.#modules.read(file)?.isEsModule === true,
    )
  }

  /** Returns constants that the written module declares again, since the program does not export them. */
  get constants(): readonly WrittenConstant[] {
    return [...this.#constants.values()]
  }

  /** Returns the written code, or the reason of a failure. A failure leaves no imports behind. */
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

  /** @throws NotMovableException */
  expression({ node, module }: ProgramNode, closure: Closure = {}): string {
    if (this.#writing.includes(node)) throw new NotMovableException('it needs itself')
    this.#writing.push(node)
    try {
      const code = this.#code(node, module, closure)
      const written = node.type === 'ObjectMethod' ? methodAsFunction(code, node) : code
      this.#refuseOtherSyntax(written)
      return written
    } finally {
      this.#writing.pop()
    }
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

  /** Returns the source of an expression, with its names replaced by their names in the written module. */
  #code(node: SyntaxNode, module: SourceModule, closure: Closure): string {
    this.#importTypes(node, module)
    const edits: TextEdit[] = []
    const replace = (each: SyntaxNode, written: string, hidden: ReadonlySet<string>, key = ''): void => {
      const root = /^[\w$]+/.exec(written)?.[0] ?? ''
      if (hidden.has(root))
        throw new NotMovableException(`it has a variable ${root}, which would hide another`)
      edits.push({ start: each.start - node.start, end: each.end - node.start, text: key + written })
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
      if (each.type === 'MemberExpression') {
        const root = rootName(each)
        const written =
          root === undefined || hidden.has(root) ? undefined : this.#memberCode(each, root, module)
        if (written !== undefined) return replace(each, written, hidden)
      }
      if (each.type === 'Identifier' && isReference(parent, field)) {
        const name = textIn(each, 'name')
        if (hidden.has(name)) return
        const replaced = this.#nameCode(name, { node, module }, closure)
        if (replaced === name) return
        const isShorthand = parent?.type === 'ObjectProperty' && parent['shorthand'] === true
        return replace(each, replaced, hidden, isShorthand ? `${name}: ` : '')
      }
      const inner = { types: [...around.types, each.type], names: hidden }
      for (const [key, child] of partsOf(each)) {
        if (each.type === 'ObjectProperty' && each['shorthand'] === true && key === 'key') continue
        visit(child, each, key, inner)
      }
    }
    visit(node, undefined, '', { types: [], names: new Set() })
    return applyEdits(module.text.slice(node.start, node.end), edits)
  }

  /** Returns the code for `users.list` if `users` is a namespace. The written module imports `list` itself. */
  #memberCode(node: SyntaxNode, root: string, module: SourceModule): string | undefined {
    const imported = findBinding({ node, module }, root)?.imported
    const path = memberPath(node)
    if (imported === undefined || path === undefined || imported.isRequired || imported.path.length > 0)
      return undefined
    return this.#importedCode({ ...imported, path }, module)
  }

  /** Returns the code for a name that the program imports. */
  #importedCode({ specifier, path, isRequired }: ImportedName, module: SourceModule): string {
    const file = this.fileOf(specifier, module.file)
    if (file !== undefined) {
      // The default import of a CommonJS module is its whole export.
      const isEsModule = this.#modules.read(file)?.isEsModule === true
      const isWhole = !isRequired && !isEsModule && path[0] === 'default'
      return this.imports.exported({ file, path: isWhole ? path.slice(1) : path })
    }
    if (specifier.startsWith('.')) throw new NotMovableException('it needs a file that is not there')
    return this.imports.ofPackage(
      specifier,
      isRequired && this.#style.isEsModule ? ['default', ...path] : path,
    )
  }

  #nameCode(name: string, from: ProgramNode, closure: Closure): string {
    const { module } = from
    const binding = findBinding(from, name)
    if (binding === undefined) {
      if (name === 'require' || name === 'exports' || name === 'module')
        throw new NotMovableException('it needs the `require` of its own file')
      const isBeside = dirname(module.file) === dirname(this.imports.file) && !this.#style.isEsModule
      if (name === '__filename' || (name === '__dirname' && !isBeside))
        throw new NotMovableException(`it uses ${name} of its own file`)
      return name
    }
    if (binding.imported !== undefined) return this.#importedCode(binding.imported, module)
    const { kind, value, isOfModule } = binding
    const constant =
      binding.declaration.type.startsWith('For') && Object.hasOwn(closure, name) ? closure[name] : undefined
    if (constant !== undefined) return typeof constant === 'string' ? quoted(constant) : String(constant)
    if (kind !== 'parameter' && isReassigned(module.program, name))
      throw new NotMovableException(`it uses the variable ${name}, which changes`)
    if (kind === 'parameter' || value === undefined)
      throw new NotMovableException(
        kind === 'parameter' || !isOfModule
          ? `it uses ${name}, which only its own function knows`
          : `it uses ${name}, which is taken out of a list or an object, and which its file does not export`,
      )
    const known = this.#constants.get(value)
    if (known !== undefined) return known.local
    if (/^(String|Numeric|Boolean|Null|BigInt)Literal$/.test(value.type))
      return module.text.slice(value.start, value.end)
    if (makesRouter(value)) throw new NotMovableException(`it uses the application itself (${name})`)
    const path = isOfModule ? this.#exportsOf(module).get(name) : undefined
    if (path !== undefined) return this.imports.exported({ file: module.file, path })
    return this.#constant(binding, value, module)
  }

  #constant({ name, isOfModule, declaration }: Binding, value: SyntaxNode, module: SourceModule): string {
    if (/Function/.test(value.type) && !(this.#moves && isOfModule))
      throw new NotMovableException(`it uses the function ${name}, which its file does not export`)
    const local = this.imports.takeName(name)
    // The name is reserved before its code is written, since the constants that it needs are declared first.
    const code = this.expression({ node: value, module })
    const { line } = placeAt(module, declaration.start)
    const isDeclaration = value.type.endsWith('Declaration') && local === name
    this.#constants.set(value, {
      local,
      line: isDeclaration ? code : `const ${local} = ${code}`,
      from: `${relative(dirname(this.imports.file), module.file)}:${line}`,
      name,
      module,
      isOfModule,
    })
    return local
  }

  /** Returns the file of the program for a specifier, or undefined for a package. */
  fileOf(specifier: string, from: string): string | undefined {
    return /^\.{0,2}\/|^\.{1,2}$/.test(specifier) ? findFile(resolve(dirname(from), specifier)) : undefined
  }

  #exportsOf(module: SourceModule): ReadonlyMap<string, readonly string[]> {
    const known = this.#exports.get(module) ?? exportedNames(module)
    this.#exports.set(module, known)
    return known
  }

  /** Imports the types that an expression mentions. */
  #importTypes(node: SyntaxNode, module: SourceModule): void {
    if (!this.#style.isTypeScript) return
    for (const name of typeNamesIn(node)) {
      const declaration = typeDeclaration(module, name)
      if (declaration === undefined) continue
      if (declaration.specifier === undefined) {
        if (!declaration.isExported)
          throw new NotMovableException(`it uses the type ${name}, which its file does not export`)
        this.imports.addType(name, `{ ${name} }`, this.imports.specifierOf(module.file))
        continue
      }
      const file = this.fileOf(declaration.specifier, module.file)
      const specifier = file === undefined ? declaration.specifier : this.imports.specifierOf(file)
      this.imports.addType(name, declaration.clause(name), specifier)
    }
  }
}

/** Returns `['list', 'all']` for `users.list.all`. */
function memberPath(node: SyntaxNode): string[] | undefined {
  if (node.type === 'Identifier') return []
  const object = nodeIn(node, 'object')
  const name = lastName(node)
  const above = object && memberPath(object)
  return above && name !== undefined ? [...above, name] : undefined
}

/** True for `express()`, `Router()` and `express.Router()`. */
function makesRouter(value: SyntaxNode): boolean {
  const callee = /^(Call|New)Expression$/.test(value.type) ? nodeIn(value, 'callee') : undefined
  return callee !== undefined && /^(express|Router)$/.test(lastName(callee) ?? nameOf(callee) ?? '')
}

/** Turns the method `show(req, res) {}` of an object into `function (req, res) {}`. */
function methodAsFunction(code: string, node: SyntaxNode): string {
  const key = nodeIn(node, 'key')
  if (key === undefined || node['computed'] === true || node['kind'] !== 'method')
    throw new NotMovableException('its name is computed')
  const [start, star] = [node['async'] === true ? 'async ' : '', node['generator'] === true ? '*' : '']
  return `${start}function${star} ${code.slice(key.end - node.start).trimStart()}`
}
