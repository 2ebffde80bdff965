import { attempt, getOrInsert } from '@mvc-router/router-core/tools'
import { basename, dirname, relative, resolve } from 'node:path'
import { findBinding, type ProgramNode } from '../call-sites/call-sites.js'
import { placeAt, type SourceModule, type SourceModules } from '../call-sites/source-module.js'
import { findFile } from '../files.js'
import type { RecordedApplication } from '../record/recorded-application.js'
import { exportedNames } from '../script/exported-names.js'
import { requiredPath, type ImportedName } from '../script/imported-name.js'
import { quoted } from '../script/quoted.js'
import { isReference, partsOf, Scopes, type Binding } from '../script/scopes.js'
import {
  parseExpression,
  ScriptSyntaxException,
  visitSyntax,
  type SyntaxNode,
} from '../script/script-syntax.js'
import { lastName, nameOf, nodeIn, nodesIn } from '../script/syntax-fields.js'
import { applyEdits, type TextEdit } from '../script/text-edits.js'
import { givenImport } from './given-import.js'
import { ModuleImports, type ModuleStyle } from './module-imports.js'
import { ownedWord } from './owned-word.js'

/** A constant of the program that the written module repeats. */
export interface WrittenConstant {
  readonly local: string
  readonly line: string
  /** The place in the program, for a comment. */
  readonly from: string
  readonly name: string
  readonly code: string
  readonly declaration: SyntaxNode
  readonly value: SyntaxNode
  readonly module: SourceModule
  readonly isOfModule: boolean
}

/** The values of loop variables, for a function that a loop creates. */
export type Closure = Readonly<Record<string, string | number | boolean>>

export interface WrittenCode {
  readonly code: string | undefined
  readonly reason: string | undefined
}

/** Thrown for an expression that another file cannot contain. */
export class NotMovableException extends Error {
  override readonly name = 'NotMovableException'
}

/** Writes expressions of the program for another file. This file imports exports, and repeats other constants. */
export class ModuleWriter {
  readonly imports: ModuleImports
  readonly style: ModuleStyle
  readonly #modules: SourceModules
  readonly #exports = new Map<SourceModule, ReadonlyMap<string, readonly string[]>>()
  #constants = new Map<SyntaxNode, WrittenConstant>()
  readonly #writing: SyntaxNode[] = []
  readonly #sources = new Set<SourceModule>()
  readonly #moves: boolean
  readonly #files: readonly string[]

  constructor(options: {
    readonly file: string
    readonly style: ModuleStyle
    readonly modules: SourceModules
    readonly moves: boolean
    /** The files of the program. */
    readonly files: readonly string[]
  }) {
    this.#moves = options.moves
    this.#files = options.files
    this.style = options.style
    this.#modules = options.modules
    const isEsModule = (file: string): boolean => this.#modules.read(file)?.isEsModule === true
    this.imports = new ModuleImports(options.file, options.style, isEsModule)
  }

  /** Returns constants that the program does not export. */
  get constants(): readonly WrittenConstant[] {
    return [...new Set(this.#constants.values())]
  }

  /** Returns imports of files that the files of the written code load only for their effects: `require('./passport')`. */
  effects({ root, calls }: RecordedApplication): string[] {
    const sources = [...this.#sources].filter(({ file }) => file !== root.place?.file)
    const files = sources.flatMap((module) =>
      effectsOf(module).flatMap((each) => this.fileOf(each, module.file) ?? []),
    )
    const registering = new Set(calls.map(({ place }) => place?.file))
    const needed = [...new Set(files)].filter((file) => !registering.has(file) && !this.imports.has(file))
    const specifiers = needed.map((file) => quoted(this.imports.specifierOf(file)))
    return specifiers.map((each) => (this.style.isEsModule ? `import ${each}` : `require(${each})`))
  }

  /** Returns the written code, or the reason for a failure. A failure removes the imports that it added. */
  attempt(write: () => string): WrittenCode {
    const forgetImports = this.imports.save()
    const constants = [...this.#constants]
    const code = attempt(NotMovableException, write)
    if (typeof code === 'string') return { code, reason: undefined }
    forgetImports()
    this.#constants = new Map(constants)
    return { code: undefined, reason: code.message }
  }

  /** @throws NotMovableException if another file cannot contain the expression */
  expression({ node, module }: ProgramNode, closure: Closure = {}): string {
    if (this.#writing.includes(node)) throw new NotMovableException('it needs itself')
    this.#writing.push(node)
    this.#sources.add(module)
    try {
      const code = this.#code(node, module, closure)
      const written = node.type === 'ObjectMethod' ? methodAsFunction(code, node) : code
      this.#refuseOtherSyntax(written)
      return written
    } finally {
      this.#writing.pop()
    }
  }

  /** Refuses syntax with a different meaning in the written file. For example, `<any>value` is an element in JSX. */
  #refuseOtherSyntax(code: string): void {
    const { file } = this.imports
    const cause = attempt(ScriptSyntaxException, () => parseExpression(code, file))
    if (cause instanceof ScriptSyntaxException)
      throw new NotMovableException(`${basename(file)} cannot contain its syntax`, { cause })
  }

  /** Returns the source of an expression, and replaces names by their names in the written module. */
  #code(node: SyntaxNode, module: SourceModule, closure: Closure): string {
    this.#importTypes(node, module)
    const scopes = Scopes.of(module.program)
    const isLocal = (each: SyntaxNode, name: string): boolean => {
      const scope = scopes.find(each, name)?.scope
      return scope !== undefined && node.start <= scope.start && scope.end <= node.end
    }
    const edits: TextEdit[] = []
    const hides = (each: SyntaxNode, written: string): boolean => isLocal(each, rootName(written))
    const replace = (each: SyntaxNode, written: string, key = ''): void => {
      if (hides(each, written))
        throw new NotMovableException(`it has a variable ${rootName(written)}, which would hide another`)
      edits.push({ start: each.start - node.start, end: each.end - node.start, text: key + written })
    }
    const visit = (
      each: SyntaxNode,
      parent: SyntaxNode | undefined,
      field: string,
      types: string[],
    ): void => {
      const owned = ownedWord(each, this.style.isEsModule)
      if (owned !== undefined && !types.some((type) => owned.owner.test(type)))
        throw new NotMovableException(`it uses ${owned.text}`)
      if (each.type === 'ImportExpression' || each.type === 'Import')
        throw new NotMovableException('it has an import(), which may depend on its own file')
      const required =
        each.type === 'CallExpression' && !this.style.isEsModule ? requiredPath(each) : undefined
      if (required !== undefined) {
        const [specifier = each] = nodesIn(each, 'arguments')
        const file = this.fileOf(required.specifier, module.file)
        if (file !== undefined) replace(specifier, quoted(this.imports.specifierOf(file)))
        else if (required.specifier.startsWith('.'))
          throw new NotMovableException('it needs a file that is not there')
        return
      }
      const path = memberPath(each)
      const name = path?.[0]
      if (path !== undefined && name !== undefined && isReference(parent, field)) {
        const write = (): string | undefined =>
          each.type === 'MemberExpression'
            ? this.#memberCode({ node, module }, path)
            : this.#nameCode(name, { node, module }, closure)
        const first = isLocal(each, name) ? undefined : write()
        const written =
          first !== undefined && hides(each, first)
            ? this.imports.avoiding(scopes.declaredIn(node), write)
            : first
        const isShorthand = parent?.type === 'ObjectProperty' && parent['shorthand'] === true
        if (written !== undefined && written !== name) replace(each, written, isShorthand ? `${name}: ` : '')
        if (written !== undefined) return
      }
      for (const [key, child] of partsOf(each)) visit(child, each, key, [...types, each.type])
    }
    visit(node, undefined, '', [])
    return applyEdits(module.text.slice(node.start, node.end), edits)
  }

  /** Imports `list` itself for `users.list`, if `users` is a namespace. */
  #memberCode(from: ProgramNode, [root = '', ...path]: readonly string[]): string | undefined {
    const imported = findBinding(from, root)?.imported
    return imported === undefined || imported.isRequired || imported.path.length > 0
      ? undefined
      : this.#importedCode({ ...imported, path }, from.module, root)
  }

  /** @param whole the program's name for the whole module */
  #importedCode({ specifier, path, isRequired }: ImportedName, module: SourceModule, whole?: string): string {
    const file = this.fileOf(specifier, module.file)
    // Moved functions leave no variable that could hide this name.
    const base = this.#moves ? whole : undefined
    if (file !== undefined) {
      // The default import of a CommonJS module is its whole export.
      const isEsModule = this.#modules.read(file)?.isEsModule === true
      const isWhole = !isRequired && !isEsModule && path[0] === 'default'
      return this.imports.exported({ file, path: isWhole ? path.slice(1) : path }, base)
    }
    if (specifier.startsWith('.')) throw new NotMovableException('it needs a file that is not there')
    const exported = isRequired && this.style.isEsModule ? ['default', ...path] : path
    return this.imports.ofPackage(specifier, exported, base)
  }

  #nameCode(name: string, from: ProgramNode, closure: Closure): string {
    const { module } = from
    const binding = findBinding(from, name)
    if (binding === undefined) {
      if (name === 'require' || name === 'exports' || name === 'module')
        throw new NotMovableException(`it needs the \`${name}\` of its own file`)
      const isBeside = dirname(module.file) === dirname(this.imports.file) && !this.style.isEsModule
      if (name === '__filename' || (name === '__dirname' && !isBeside))
        throw new NotMovableException(`it uses ${name} of its own file`)
      return name
    }
    const { imported, kind, value } = binding
    const isWhole = /^(default)?$/.test(imported?.path.join('.') ?? '')
    if (imported !== undefined) return this.#importedCode(imported, module, isWhole ? name : undefined)
    const isOfModule = binding.scope === module.program
    const constant =
      binding.declaration.type.startsWith('For') && Object.hasOwn(closure, name) ? closure[name] : undefined
    if (constant !== undefined) return typeof constant === 'string' ? quoted(constant) : String(constant)
    const given = kind === 'parameter' ? this.#givenImport(binding, module) : undefined
    if (given !== undefined) return this.#nameCode(nameOf(given.node) ?? '', given, {})
    if (kind !== 'parameter' && Scopes.of(module.program).isReassigned(name))
      throw new NotMovableException(`it uses the variable ${name}, which changes`)
    if (kind === 'parameter' || value === undefined)
      throw new NotMovableException(
        kind === 'parameter' || !isOfModule
          ? `it uses ${name}, which only its own function knows`
          : `it uses ${name}, which has no value of its own in its file`,
      )
    const known = this.#constants.get(value)
    if (known !== undefined) return known.local
    if (/^(String|Numeric|Boolean|Null|BigInt)Literal$/.test(value.type))
      return module.text.slice(value.start, value.end)
    if (makesRouter(value))
      throw new NotMovableException(`it uses the application or a router itself (${name})`)
    const path = isOfModule ? this.#exportsOf(module).get(name) : undefined
    if (path !== undefined) return this.imports.exported({ file: module.file, path })
    return this.#constant(binding, value, module)
  }

  #givenImport(binding: Binding, module: SourceModule): ProgramNode | undefined {
    const modules = this.#files.flatMap((file) => this.#modules.read(file) ?? [])
    return givenImport(binding, module, modules, (specifier, from) => this.fileOf(specifier, from))
  }

  #constant({ name, scope, declaration }: Binding, value: SyntaxNode, module: SourceModule): string {
    const isOfModule = scope === module.program
    if (/Function/.test(value.type) && !(this.#moves && isOfModule))
      throw new NotMovableException(`it uses the function ${name}, which its file does not export`)
    const forgetName = this.imports.save()
    const local = this.imports.takeName(name)
    // The name is reserved first, because the code may declare more constants.
    const code = this.expression({ node: value, module })
    const same = this.constants.find((each) => each.name === name && each.code === code)
    if (same !== undefined && isPackageCall({ node: value, module })) {
      forgetName()
      this.#constants.set(value, same)
      return same.local
    }
    const { line } = placeAt(module, declaration.start)
    const isDeclaration = value.type.endsWith('Declaration') && local === name
    this.#constants.set(value, {
      local,
      line: isDeclaration ? code : `const ${local} = ${code}`,
      from: `${relative(dirname(this.imports.file), module.file)}:${line}`,
      name,
      code,
      declaration,
      value,
      module,
      isOfModule,
    })
    return local
  }

  /** Returns the program file of a specifier, or undefined for a package. */
  fileOf(specifier: string, from: string): string | undefined {
    return /^\.{0,2}\/|^\.{1,2}$/.test(specifier) ? findFile(resolve(dirname(from), specifier)) : undefined
  }

  #exportsOf(module: SourceModule): ReadonlyMap<string, readonly string[]> {
    return getOrInsert(this.#exports, module, () => exportedNames(module.program))
  }

  #importTypes(node: SyntaxNode, module: SourceModule): void {
    if (!this.style.isTypeScript) return
    visitSyntax(node, (each) => {
      const field = each.type === 'TSTypeReference' ? 'typeName' : 'left'
      const name = /^TS(?:TypeReference|QualifiedName)$/.test(each.type)
        ? nameOf(nodeIn(each, field))
        : undefined
      const binding = name === undefined ? undefined : findBinding({ node: each, module }, name)
      if (name === undefined || binding === undefined || binding.scope !== module.program) return
      if (binding.imported !== undefined) {
        const { specifier, path, isRequired } = binding.imported
        const file = this.fileOf(specifier, module.file)
        if (!isRequired)
          this.imports.addType(name, path, file === undefined ? specifier : this.imports.specifierOf(file))
      } else {
        const path = this.#exportsOf(module).get(name)
        if (path === undefined)
          throw new NotMovableException(`it uses the type ${name}, which its file does not export`)
        this.imports.addType(name, path, this.imports.specifierOf(module.file))
      }
    })
  }
}

/** Returns `['users', 'list', 'all']` for `users.list.all`. */
function memberPath(node: SyntaxNode): string[] | undefined {
  const name = lastName(node)
  if (name === undefined || node.type === 'Identifier') return name === undefined ? undefined : [name]
  const object = node.type === 'MemberExpression' ? nodeIn(node, 'object') : undefined
  const above = object && memberPath(object)
  return above && [...above, name]
}

/** Returns the specifiers of imports without names. */
function effectsOf({ program }: SourceModule): string[] {
  return nodesIn(program, 'body').flatMap((statement) => {
    const expression = nodeIn(statement, 'expression')
    const required = expression?.type === 'CallExpression' ? requiredPath(expression)?.specifier : undefined
    const isBare = statement.type === 'ImportDeclaration' && nodesIn(statement, 'specifiers').length === 0
    return required ?? (isBare ? (nameOf(nodeIn(statement, 'source')) ?? []) : [])
  })
}

/** Returns `users` for `users.list`. */
function rootName(code: string): string {
  return /^[\w$]+/.exec(code)?.[0] ?? ''
}

/** True for `express()`, `Router()` and `express.Router()`. */
function makesRouter(value: SyntaxNode): boolean {
  const callee = /^(Call|New)Expression$/.test(value.type) ? nodeIn(value, 'callee') : undefined
  return callee !== undefined && /^(express|Router)$/.test(lastName(callee) ?? nameOf(callee) ?? '')
}

/** True for `passport.authenticate('jwt')`, but not for `rateLimit()` or `[]`, which two files must not share. */
function isPackageCall({ node, module }: ProgramNode): boolean {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : undefined
  const object = callee?.type === 'MemberExpression' ? nodeIn(callee, 'object') : undefined
  const name = object && nameOf(object)
  const specifier = name === undefined ? undefined : findBinding({ node, module }, name)?.imported?.specifier
  return specifier !== undefined && !specifier.startsWith('.')
}

/** Converts the method `show(req, res) {}` to `function (req, res) {}`. */
function methodAsFunction(code: string, node: SyntaxNode): string {
  const key = nodeIn(node, 'key')
  if (key === undefined || node['computed'] === true || node['kind'] !== 'method')
    throw new NotMovableException('its name is computed, or it is a getter or setter')
  const [start, star] = [node['async'] === true ? 'async ' : '', node['generator'] === true ? '*' : '']
  return `${start}function${star} ${code.slice(key.end - node.start).trimStart()}`
}
