import { findFile } from '@mvc-router/import/script'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { dirname, resolve } from 'node:path'
import { splitAction } from '../route-parts.js'
import type { ActionQuery } from './query-parameters.js'
import {
  findControllers,
  type ControllerMethod,
  type ControllerUse,
  type MethodHolder,
  type NameUse,
} from './find-controllers.js'
import type { ProjectFile } from './project-file.js'

/** A class or object that is a controller, and its program. */
export interface DeclaredController {
  readonly file: ProjectFile
  readonly holder: MethodHolder
}

export interface DeclaredMethod extends DeclaredController {
  readonly method: ControllerMethod
}

/** Finds controllers in sources without running them. Parses a program when a name in it is needed. */
export class ControllerIndex {
  readonly #programs: readonly ProjectFile[]
  readonly #controllers = new Map<string, readonly DeclaredController[]>()
  readonly #holders = new Map<string, readonly DeclaredController[]>()
  #names: ReadonlySet<string> | undefined

  private constructor(programs: readonly ProjectFile[]) {
    this.#programs = programs
  }

  static of(files: readonly ProjectFile[]): ControllerIndex {
    return new ControllerIndex(files.filter(({ engine }) => engine.isProgram))
  }

  get names(): Iterable<string> {
    return (this.#names ??= new Set(
      this.#programs.flatMap(({ controllers }) => [
        ...(controllers?.holders ?? []).flatMap(({ controllerName }) => controllerName ?? []),
        ...(controllers?.entries ?? []).map(({ name }) => name),
      ]),
    ))
  }

  /** Returns the declarations that are registered under this name, or have this name. */
  declarationsOf(controller: string): readonly DeclaredController[] {
    return getOrInsert(this.#controllers, controller, () => this.#findDeclarations(controller))
  }

  /** True if the controller is an entry of `controllers: { … }`, or has the decorator `@Controller`. */
  isRegistered(controller: string): boolean {
    return (
      this.#programs.some(({ controllers }) =>
        controllers?.entries.some(({ name }) => name === controller),
      ) || this.declarationsOf(controller).some(({ holder }) => holder.isMarked)
    )
  }

  #findDeclarations(controller: string): DeclaredController[] {
    const programs = this.#programs.filter((program) => program.mayDeclare(controller))
    const named = holdersIn(programs, ({ controllerName }) => controllerName === controller)
    const registered = programs.flatMap((file) =>
      (file.controllers?.entries ?? [])
        .filter(({ name }) => name === controller)
        .flatMap(({ holder }) => this.#resolve(holder, file)),
    )
    return [...new Map([...named, ...registered].map((each) => [each.holder, each])).values()]
  }

  /** Returns programs that contain a name. Only they can declare or use it. */
  #mentioning(name: string): readonly ProjectFile[] {
    return this.#programs.filter((program) => program.mentions(name))
  }

  #holdersOf(name: string): readonly DeclaredController[] {
    return getOrInsert(this.#holders, name, () =>
      holdersIn(this.#mentioning(name), (holder) => holder.name === name),
    )
  }

  /** Returns the methods of a controller and its superclasses. The nearest method of a name counts. */
  methodsOf(controller: string): DeclaredMethod[] {
    return this.declarationsOf(controller).flatMap((declared) => {
      const methods = new Map<string, DeclaredMethod>()
      for (const each of this.#lineage(declared).declared)
        for (const method of each.holder.methods)
          if (!methods.has(method.name)) methods.set(method.name, { ...each, method })
      return [...methods.values()]
    })
  }

  /** Returns the declarations of an action. Several controllers may have the same name. */
  methodsOfAction(action: string): DeclaredMethod[] {
    const [controller, name] = splitAction(action)
    return this.methodsOf(controller).filter(({ method }) => method.name === name)
  }

  /** Returns the query that an action reads. Undefined without a declared query, or with several declarations. */
  queryOf(action: string): ActionQuery | undefined {
    const [declared, ...others] = this.methodsOfAction(action)
    return others.length > 0 ? undefined : declared?.method.query
  }

  isComplete(controller: string): boolean {
    const declared = this.declarationsOf(controller)
    return declared.length > 0 && declared.every((each) => !this.#lineage(each).isOpen)
  }

  /** Returns the actions of the method that is declared at this place. */
  actionsAt(file: ProjectFile, offset: number): { action: string; method: ControllerMethod }[] {
    const found = new Map<string, ControllerMethod>()
    for (const controller of this.names)
      for (const declared of this.methodsOf(controller)) {
        const { method } = declared
        if (declared.file === file && offset >= method.start && offset <= method.end)
          found.set(`${controller}.${method.name}`, method)
      }
    return [...found].map(([action, method]) => ({ action, method }))
  }

  /** Returns the class and its subclasses, which may call its methods through `this`. */
  familyOf({ holder }: DeclaredController): DeclaredController[] {
    if (holder.name === undefined) return []
    const all = holdersIn(this.#programs, ({ name }) => name !== undefined)
    return all.filter((each) => this.#lineage(each).declared.some((ancestor) => ancestor.holder === holder))
  }

  /** Returns superclasses whose method the declared method overrides. */
  overriddenBy(declared: DeclaredMethod): DeclaredController[] {
    return this.#lineage(declared).declared.filter(
      ({ holder }) =>
        holder !== declared.holder && holder.methods.some(({ name }) => name === declared.method.name),
    )
  }

  /** Returns uses through the controller's name, such as `bookController.show`. */
  usesOf(action: string): (NameUse & { readonly file: ProjectFile })[] {
    const [controller, name] = splitAction(action)
    return this.#mentioning(controller).flatMap((file) =>
      (file.controllers?.uses ?? [])
        .filter((use) => use.owner === controller && use.name === name && !this.#isExport(use, file.path))
        .map((use) => ({ ...use, file })),
    )
  }

  /** True if the owner is a module that exports this name. Then `books.list` is the export, not a controller's method. */
  #isExport({ module, name }: ControllerUse, path: string): boolean {
    const file = module === undefined ? undefined : findFile(resolve(dirname(path), module))
    const program = this.#programs.find((each) => each.path === file)
    return program !== undefined && findControllers(program.source)?.members.has(name) === true
  }

  /** Returns the class and its superclasses, the nearest first. */
  #lineage(declared: DeclaredController): { declared: DeclaredController[]; isOpen: boolean } {
    const line = [declared]
    for (let last = declared; ;) {
      const { superName, isOpen } = last.holder
      if (superName === undefined) return { declared: line, isOpen }
      const [parent, ...others] = this.#resolve(superName, last.file)
      if (parent === undefined || others.length > 0 || line.some(({ holder }) => holder === parent.holder))
        return { declared: line, isOpen: true }
      line.push(parent)
      last = parent
    }
  }

  /** Finds the declarations of a name: in this file, else in any file. */
  #resolve(holder: MethodHolder | string | undefined, file: ProjectFile): readonly DeclaredController[] {
    if (holder === undefined) return []
    if (typeof holder !== 'string') return [{ file, holder }]
    const name = file.controllers?.instances.get(holder) ?? holder
    const named = this.#holdersOf(name)
    const all = named.length > 0 ? named : this.#instanceElsewhere(name)
    const own = all.filter((each) => each.file === file)
    return own.length > 0 ? own : all
  }

  #instanceElsewhere(variable: string): readonly DeclaredController[] {
    for (const { controllers } of this.#mentioning(variable)) {
      const name = controllers?.instances.get(variable)
      if (name !== undefined) return this.#holdersOf(name)
    }
    return []
  }
}

function holdersIn(
  programs: readonly ProjectFile[],
  isMeant: (holder: MethodHolder) => boolean,
): DeclaredController[] {
  return programs.flatMap((file) =>
    (file.controllers?.holders ?? []).filter(isMeant).map((holder) => ({ file, holder })),
  )
}
