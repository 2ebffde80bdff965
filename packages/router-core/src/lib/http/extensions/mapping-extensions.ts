import type {
  ControllerRegistry,
  ControllerRules,
  PublicMethod,
  RegisteredAction,
} from '../../controllers/controller-registry.js'
import { wrongOption } from '../../exceptions.js'
import type { Middleware } from '../../hosts/host.js'
import type { HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import type { AnsweredRequest, MappedRequest, MappingExtension } from './mapping-extension.js'
import { isObject } from '../../is-object.js'

export class MappingExtensions implements ControllerRules {
  readonly #extensions: readonly MappingExtension[]
  readonly #lines = new Map<MappingExtension, string>()

  /** @throws ConfigurationException for a value that is not an extension */
  constructor(extensions: readonly MappingExtension[] = []) {
    for (const extension of extensions as readonly (Partial<MappingExtension> | null | undefined)[])
      if (typeof extension?.name !== 'string' || extension.name === '')
        throw wrongOption('extensions', 'expected a list of objects with a name, such as [new RestModule()]')
    this.#extensions = extensions
  }

  get isEmpty(): boolean {
    return this.#extensions.length === 0
  }

  get middleware(): readonly Middleware[] {
    return this.#extensions.flatMap(({ middleware }) => middleware ?? [])
  }

  get interceptors(): readonly HandlerInterceptor[] {
    return this.#extensions.flatMap(({ interceptors = [] }) => interceptors)
  }

  get controllers(): readonly (readonly [string, object])[] {
    return this.#extensions.flatMap(({ controllers = {} }) => Object.entries(controllers))
  }

  /** @throws the error of an extension that refuses a controller */
  readLines({ controllers }: ControllerRegistry): void {
    for (const extension of this.#extensions) {
      const lines = Array.from(
        controllers,
        ([name, controller]) => extension.linesFor?.(name, controller, controllers) ?? '',
      )
      this.#lines.set(extension, lines.map(withLineEnd).join(''))
    }
  }

  /** A route file for each extension that can have lines. */
  get routeFiles(): readonly (() => string)[] {
    return this.#extensions
      .filter((extension) => extension.linesFor !== undefined)
      .map((extension) => {
        const read = (): string => this.#lines.get(extension) ?? ''
        return Object.defineProperty(read, 'name', { value: extension.name })
      })
  }

  takesRequestMapping(name: string, controller: object): boolean {
    return this.#extensions.some((extension) => extension.linesFor?.(name, controller) !== undefined)
  }

  isAction(method: PublicMethod): boolean {
    return this.#firstAnswer((extension) => extension.isAction?.(method)) ?? true
  }

  parametersOf(method: PublicMethod): RegisteredAction['parameters'] {
    return this.#firstAnswer((extension) => extension.bindingsFor?.(method))
  }

  #firstAnswer<Answer>(ask: (extension: MappingExtension) => Answer | undefined): Answer | undefined {
    for (const extension of this.#extensions) {
      const answer = ask(extension)
      if (answer !== undefined) return answer
    }
    return undefined
  }

  isAnswer(result: unknown): boolean {
    return isObject(result) && this.#extensions.some((extension) => extension.isAnswer?.(result) === true)
  }

  writeResult(answered: AnsweredRequest, result: unknown): boolean {
    return this.#extensions.some((extension) => extension.writeResult?.(answered, result) === true)
  }

  answerException(request: MappedRequest, error: unknown): boolean {
    return this.#extensions.some((extension) => extension.answerException?.(request, error) === true)
  }

  answerOtherMethod(request: MappedRequest, allowedMethods: readonly string[]): boolean {
    return this.#extensions.some(
      (extension) => extension.answerOtherMethod?.(request, allowedMethods) === true,
    )
  }
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
