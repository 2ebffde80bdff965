import type { Value } from '../program/values/values.js'
import { originOf } from '../program/values/known-facts.js'

/** Which inline handlers may be moved. */
export class MovableHandlers {
  readonly #isAsked: boolean
  /** Files that the module of controllers itself needs: they cannot need it, too. */
  readonly #refusedFiles: ReadonlySet<string>

  constructor(isAsked: boolean, refused: ReadonlySet<string> = new Set()) {
    this.#isAsked = isAsked
    this.#refusedFiles = refused
  }

  /** @returns why not, or undefined for a handler that may be moved */
  mayMove(value: Value): string | undefined {
    const origin = originOf(value)
    if (!this.#isAsked || origin === undefined) return 'it is not exported'
    if (origin.node.type === 'ClassMethod' || origin.node.type.startsWith('Class'))
      return 'it is a method of a class'
    if (!origin.scope.module.isUtf8) return 'its file is not UTF-8'
    if (this.#refusedFiles.has(origin.scope.module.file))
      return 'its file exports what the module of controllers needs'
    return undefined
  }
}
