import type { ControllerMethod, MethodHolder, ProgramControllers } from './find-controllers.js'

/** A program, and what it says about controllers. */
export interface ControllerProgram {
  readonly path: string
  readonly controllers: ProgramControllers
}

/** A class or an object that is a controller, and the program that declares it. */
export interface DeclaredController {
  readonly path: string
  readonly holder: MethodHolder
}

/** A method of a controller, where it is declared. */
export interface DeclaredMethod extends DeclaredController {
  readonly method: ControllerMethod
}

/** The controllers of a project by the names that route files use, found in the sources: nothing runs. */
export class ControllerIndex {
  readonly #programs: readonly ControllerProgram[]
  readonly #controllers = new Map<string, DeclaredController[]>()
  readonly #holders = new Map<string, DeclaredController[]>()

  constructor(programs: readonly ControllerProgram[]) {
    this.#programs = programs
    for (const { path, controllers } of programs)
      for (const holder of controllers.holders)
        if (holder.name !== undefined) add(this.#holders, holder.name, { path, holder })
    for (const { path, controllers } of programs) {
      for (const holder of controllers.holders)
        if (holder.controllerName !== undefined)
          add(this.#controllers, holder.controllerName, { path, holder })
      for (const { name, holder } of controllers.entries)
        for (const declared of this.#resolve(holder, path)) add(this.#controllers, name, declared)
    }
  }

  get names(): Iterable<string> {
    return this.#controllers.keys()
  }

  /** What is registered, or named, as this controller. */
  declarationsOf(controller: string): readonly DeclaredController[] {
    return this.#controllers.get(controller) ?? []
  }

  /** The methods of a controller, those of the classes that it extends included; the nearest of each name. */
  methodsOf(controller: string): DeclaredMethod[] {
    return this.declarationsOf(controller).flatMap((declared) => {
      const methods = new Map<string, DeclaredMethod>()
      for (const each of this.#lineage(declared).declared)
        for (const method of each.holder.methods)
          if (!methods.has(method.name)) methods.set(method.name, { ...each, method })
      return [...methods.values()]
    })
  }

  /** Where `bookController.show` is declared; several places when several things are called so. */
  methodsOfAction(action: string): DeclaredMethod[] {
    const [controller, name] = splitAction(action)
    return this.methodsOf(controller).filter(({ method }) => method.name === name)
  }

  /** All methods of this controller are known. */
  isComplete(controller: string): boolean {
    const declared = this.declarationsOf(controller)
    return declared.length > 0 && declared.every((each) => !this.#lineage(each).isOpen)
  }

  /** The actions of the method that is declared at this place. */
  actionsAt(path: string, offset: number): { action: string; method: ControllerMethod }[] {
    const found = new Map<string, ControllerMethod>()
    for (const controller of this.#controllers.keys())
      for (const declared of this.methodsOf(controller)) {
        const { method } = declared
        if (declared.path === path && offset >= method.offset && offset <= method.offset + method.name.length)
          found.set(`${controller}.${method.name}`, method)
      }
    return [...found].map(([action, method]) => ({ action, method }))
  }

  /** Every place that names the methods of a class through `this`, in it and in those that extend it. */
  familyOf({ holder }: DeclaredController): DeclaredController[] {
    const all = [...this.#holders.values()].flat()
    const { name } = holder
    if (name === undefined) return []
    return all.filter((each) => this.#lineage(each).declared.some((ancestor) => ancestor.holder === holder))
  }

  /** The classes above whose method of this name this one takes the place of. */
  overriddenBy(declared: DeclaredMethod): DeclaredController[] {
    return this.#lineage(declared).declared.filter(
      ({ holder }) =>
        holder !== declared.holder && holder.methods.some(({ name }) => name === declared.method.name),
    )
  }

  /** Uses by the name of the controller, `bookController.show`, in programs. */
  usesOf(action: string): { path: string; offset: number }[] {
    const [controller, name] = splitAction(action)
    return this.#programs.flatMap(({ path, controllers }) =>
      controllers.uses
        .filter((use) => use.owner === controller && use.name === name)
        .map(({ offset }) => ({ path, offset })),
    )
  }

  /** The class with those that it extends, the nearest first. */
  #lineage(declared: DeclaredController): { declared: DeclaredController[]; isOpen: boolean } {
    const line = [declared]
    for (let last = declared; ;) {
      const { superName, isOpen } = last.holder
      if (superName === undefined) return { declared: line, isOpen }
      const [parent, ...others] = this.#resolve(superName, last.path)
      if (parent === undefined || others.length > 0 || line.includes(parent))
        return { declared: line, isOpen: true }
      line.push(parent)
      last = parent
    }
  }

  /** A name means what its own file declares, else what any other does. */
  #resolve(holder: MethodHolder | string | undefined, path: string): readonly DeclaredController[] {
    if (holder === undefined) return []
    if (typeof holder !== 'string') return [{ path, holder }]
    const instance = this.#programs
      .find((program) => program.path === path)
      ?.controllers.instances.get(holder)
    const name = instance ?? holder
    const all = this.#holders.get(name) ?? this.#instanceElsewhere(name)
    const own = all.filter((each) => each.path === path)
    return own.length > 0 ? own : all
  }

  #instanceElsewhere(variable: string): readonly DeclaredController[] {
    for (const { controllers } of this.#programs) {
      const name = controllers.instances.get(variable)
      if (name !== undefined) return this.#holders.get(name) ?? []
    }
    return []
  }
}

/** `['bookController', 'show']`: the last dot separates. */
export function splitAction(action: string): [controller: string, method: string] {
  const dot = action.lastIndexOf('.')
  return [action.slice(0, Math.max(0, dot)), action.slice(dot + 1)]
}

function add(map: Map<string, DeclaredController[]>, name: string, declared: DeclaredController): void {
  const known = map.get(name)
  if (known === undefined) map.set(name, [declared])
  else if (!known.some(({ holder }) => holder === declared.holder)) known.push(declared)
}
