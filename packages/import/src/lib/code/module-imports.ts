import { getOrInsert } from '@mvc-router/router-core/tools'
import { basename, dirname, relative } from 'node:path'
import type { ExportedName } from '../record/recorded-application.js'
import { camelCase, fileStem, freeName } from './names.js'

export interface ModuleStyle {
  readonly isEsModule: boolean
  readonly isTypeScript: boolean
  /** The extension in imports of program files: `.js`, `.ts` or ''. */
  readonly importExtension: string
}

/** An import. `line` is a whole line. With `shared`, it is only the clause of a name: `list as all`. */
interface Imported {
  readonly local: string
  readonly line: string
  /** The line that imports several names, without them: `import {} from './users.js'`. */
  readonly shared?: string
}

export class ModuleImports {
  readonly file: string
  readonly #style: ModuleStyle
  readonly #isEsModule: (file: string) => boolean
  #imports = new Map<string, Imported>()
  #taken = new Set(reservedNames)
  #hidden: ReadonlySet<string> = new Set()

  /** @param isEsModule true for a file with `import` or `export` */
  constructor(file: string, style: ModuleStyle, isEsModule: (file: string) => boolean) {
    this.file = file
    this.#style = style
    this.#isEsModule = isEsModule
  }

  get lines(): string[] {
    const lines = new Map<string, string[]>()
    for (const { line, shared } of this.#imports.values())
      if (shared === undefined) lines.set(line, [])
      else getOrInsert(lines, shared, () => []).push(line)
    return [...lines].map(([key, clauses]) => (clauses.length === 0 ? key : namedImport(clauses, key)))
  }

  /** Returns a function that removes all later imports. */
  save(): () => void {
    const [imports, taken] = [new Map(this.#imports), new Set(this.#taken)]
    return () => {
      this.#imports = imports
      this.#taken = taken
    }
  }

  /** Writes code that declares other names. A module whose name is among them is imported again under a free name. */
  avoiding<Result>(names: ReadonlySet<string>, write: () => Result): Result {
    const before = this.#hidden
    this.#hidden = names
    try {
      return write()
    } finally {
      this.#hidden = before
    }
  }

  has(file: string): boolean {
    const specifier = this.specifierOf(file)
    return this.lines.some((line) => line.includes(`'${specifier}'`) && !line.startsWith('import type'))
  }

  /** @param base the name for an import of the whole module */
  exported({ file, path }: ExportedName, base: string = camelCase(fileStem(file))): string {
    const specifier = this.specifierOf(file)
    if (!this.#style.isEsModule || !this.#isEsModule(file)) return this.#ofModule(specifier, base, path)
    if (path[0] === 'default') return this.#ofModule(specifier, base, path.slice(1))
    return this.#named(specifier, path)
  }

  ofPackage(
    specifier: string,
    path: readonly string[],
    base: string = camelCase(basename(specifier.replace(/^node:/, ''))),
  ): string {
    const [first, ...rest] = path
    if (!this.#style.isEsModule || first === 'default')
      return this.#ofModule(specifier, base, first === 'default' ? rest : path)
    return this.#named(specifier, path, base)
  }

  /** Imports a type under its own name. An empty path imports the namespace. */
  addType(name: string, [imported]: readonly string[], specifier: string): void {
    const line = (names: string): string => `import type ${names} from '${specifier}'`
    this.#imports.set(`type ${name} ${specifier}`, {
      local: name,
      ...(imported === undefined || imported === 'default'
        ? { line: line(imported === undefined ? `* as ${name}` : name) }
        : { line: clauseOf(imported, name), shared: line('{}') }),
    })
  }

  /** Imports the type `RequestHandler` of Express under a free name. */
  handlerType(): string {
    const isTaken = [...this.#imports].some(
      ([key, { line }]) => key !== 'type RequestHandler express' && /\bRequestHandler\b/.test(line),
    )
    const local = isTaken ? 'ExpressHandler' : 'RequestHandler'
    this.addType(local, ['RequestHandler'], 'express')
    return local
  }

  specifierOf(file: string): string {
    return specifierFrom(this.file, file, this.#style)
  }

  /** Reserves a free name: `user`, or `user2`. */
  takeName(name: string): string {
    const free = freeName(name, { has: (each) => this.#taken.has(each) || this.#hidden.has(each) })
    this.#taken.add(free)
    return free
  }

  #ofModule(specifier: string, base: string, path: readonly string[]): string {
    const { isEsModule } = this.#style
    const local = this.#import(`module ${specifier}`, base, (name) =>
      isEsModule ? `import ${name} from '${specifier}'` : `const ${name} = require('${specifier}')`,
    )
    return [local, ...path].join('.')
  }

  #named(specifier: string, [first, ...rest]: readonly string[], base = camelCase(specifier)): string {
    if (first === undefined)
      return this.#import(`* ${specifier}`, base, (name) => `import * as ${name} from '${specifier}'`)
    const shared = `import {} from '${specifier}'`
    const local = this.#import(`${first} ${specifier}`, first, (name) => clauseOf(first, name), shared)
    return [local, ...rest].join('.')
  }

  #import(key: string, base: string, line: (local: string) => string, shared?: string): string {
    const known = this.#imports.get(key)
    if (known !== undefined)
      return this.#hidden.has(known.local) ? this.#import(`${key} again`, base, line, shared) : known.local
    const local = this.takeName(base)
    this.#imports.set(key, { local, line: line(local), ...(shared === undefined ? {} : { shared }) })
    return local
  }
}

function clauseOf(imported: string, local: string): string {
  return imported === local ? local : `${imported} as ${local}`
}

/** Returns the specifier for importing one program file into another. */
export function specifierFrom(
  from: string,
  file: string,
  { importExtension, isEsModule }: ModuleStyle,
): string {
  const path = relative(dirname(from), file).replaceAll('\\', '/')
  const dotted = path.startsWith('.') ? path : `./${path}`
  if (importExtension === '' && !/\.[mc][jt]s$/.test(file))
    return dotted.replace(/(\/index)?\.[jt]sx?$/, '') || '.'
  if (importExtension === '.ts' || !isEsModule) return dotted
  return dotted.replace(/\.([mc]?)tsx?$/, '.$1js')
}

function namedImport(clauses: readonly string[], shared: string): string {
  const [start = '', end = ''] = shared.split('{}')
  const line = `${start}{ ${clauses.join(', ')} }${end}`
  return line.length <= 100 ? line : `${start}{\n${clauses.map((each) => `  ${each},\n`).join('')}}${end}`
}

const reservedNames: readonly string[] =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield controllers middleware require module exports process console'.split(
    ' ',
  )
