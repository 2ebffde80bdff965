import { Session } from 'node:inspector'
import type { ProgramPlace } from '../recorded-application.js'
import { isOfProgram, originalPlace, packageOf, scriptPath } from './program-frames.js'

export interface LoadedScript {
  /** The URL or path that Node uses: `file:///x/app.js`. */
  readonly url: string
  readonly file: string
  readonly isModule: boolean
}

export interface FunctionFacts {
  readonly place: ProgramPlace
  readonly closure: Readonly<Record<string, string | number | boolean>>
}

interface InspectedValue {
  readonly type?: string
  readonly objectId?: string
  readonly description?: string
  readonly value?: unknown
}

/** The scripts and function places of the program, which V8's inspector reports. */
export class ScriptKnowledge {
  readonly scripts: LoadedScript[] = []
  readonly #session = new Session()
  readonly #files = new Map<string, string>()

  constructor() {
    this.#session.connect()
    this.#session.on('Debugger.scriptParsed', ({ params: { scriptId, url, isModule = false } }) => {
      const file = scriptPath(url)
      if (file === undefined) return
      this.#files.set(scriptId, file)
      if (isOfProgram(file)) this.scripts.push({ url, file, isModule })
    })
    this.#session.post('Debugger.enable')
  }

  /** Returns the place and closure of each function, or undefined for a function of a package or of Node. */
  describe(functions: readonly unknown[]): (FunctionFacts | undefined)[] {
    const name = 'mvc-router handlers'
    Object.assign(globalThis, { [Symbol.for(name)]: functions })
    const list = this.#ask('Runtime.evaluate', { expression: `globalThis[Symbol.for('${name}')]` })
    const objectId = (list?.['result'] as { objectId?: string } | undefined)?.objectId
    const ids = new Map(this.#properties(objectId).map((each) => [each.name, each.value?.objectId] as const))
    return functions.map((_, index) => this.#describe(ids.get(String(index))))
  }

  close(): void {
    this.#session.disconnect()
  }

  #describe(objectId: string | undefined): FunctionFacts | undefined {
    const internal = this.#properties(objectId, 'internalProperties')
    const valueOf = (name: string): InspectedValue | undefined =>
      internal.find((each) => each.name === name)?.value
    const location = valueOf('[[FunctionLocation]]')?.value as
      | { scriptId: string; lineNumber: number; columnNumber: number }
      | undefined
    const file = location && this.#files.get(location.scriptId)
    if (location === undefined || file === undefined || packageOf(file) !== undefined) return undefined
    const place = originalPlace({ file, line: location.lineNumber + 1, column: location.columnNumber + 1 })
    if (packageOf(place.file) !== undefined) return undefined
    const closure = new Map<string, string | number | boolean>()
    for (const scope of this.#properties(valueOf('[[Scopes]]')?.objectId)) {
      if (!/^(?:Block|Closure)/.test(scope.value?.description ?? '')) continue
      for (const { name, value } of this.#properties(scope.value?.objectId))
        if (/^(?:string|number|boolean)$/.test(value?.type ?? '') && !closure.has(name))
          closure.set(name, value?.value as string)
    }
    return { place, closure: Object.fromEntries(closure) }
  }

  #properties(
    objectId: string | undefined,
    kind: 'result' | 'internalProperties' = 'result',
  ): { readonly name: string; readonly value?: InspectedValue }[] {
    if (objectId === undefined) return []
    const properties = this.#ask('Runtime.getProperties', { objectId, ownProperties: true })
    return (properties?.[kind] ?? []) as { name: string; value?: InspectedValue }[]
  }

  /** The session runs in this process, so it answers before `post` returns. */
  #ask(method: string, params: object): Record<string, unknown> | undefined {
    let answer: Record<string, unknown> | undefined
    this.#session.post(method, params, (error: Error | null, result?: object) => {
      if (error === null) answer = result as Record<string, unknown>
    })
    return answer
  }
}
