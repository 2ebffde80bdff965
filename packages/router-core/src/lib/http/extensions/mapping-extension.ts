import type { ControllerMap, PublicMethod, RegisteredAction } from '../../controllers/controller-registry.js'
import type { RequestReverser } from '../../templates/current-reverser.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { ParameterBinding } from '../binding/parameter-binding.js'
import type { HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import type { HostRequest, HostResponse, Middleware } from '../../hosts/host.js'

/** A request inside a mapping. */
export interface MappedRequest {
  readonly request: HostRequest
  readonly response: HostResponse
  readonly mapping: ExtendedMapping
  /** The action that the route names; `undefined` if no controller answers. */
  readonly registered: RegisteredAction | undefined
}

/** A request whose action has run. */
export interface AnsweredRequest extends MappedRequest {
  /** Path variables and fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  /** Path and query as the client sent them, before any proxy. */
  readonly target: string
  readonly registered: RegisteredAction
  /** Builds links for the client of this request. */
  readonly reverser: RequestReverser
}

/**
 * Adds endpoints, parameter bindings, result formats and exception answers to a mapping. Controllers do not change, so
 * interceptors, annotations and links work the same with any extension. A mapping calls its extensions in order, and
 * the first answer wins.
 */
export interface MappingExtension {
  /** The name that errors show instead of the name of a route file. */
  readonly name: string
  /** Controllers besides the application's controllers. */
  readonly controllers?: ControllerMap | undefined
  /** Runs for every request, before the mapping looks for a route. */
  readonly middleware?: Middleware | undefined
  /** Interceptors that run before the interceptors of the application. */
  readonly interceptors?: readonly HandlerInterceptor[] | undefined
  /**
   * The route lines of a controller, which follow the lines of the route files; `undefined` if the controller belongs
   * to another extension. The first call lacks `controllers`, because not all of them are known yet.
   */
  linesFor?(name: string, controller: object, controllers?: ReadonlyMap<string, object>): string | undefined
  /** True if a public method is an action; `undefined` to let other extensions decide. */
  isAction?(method: PublicMethod): boolean | undefined
  /** The parameters of an action without `@Params`; `undefined` to let other extensions decide. */
  bindingsFor?(method: PublicMethod): readonly ParameterBinding<unknown>[] | undefined
  /** True if this object is an answer, although its action takes the response and may answer by itself. */
  isAnswer?(result: object): boolean
  /**
   * Writes a value that an action returned, alone or as the body of a `ResponseEntity`. It never receives views,
   * redirections, streams and bytes. It receives `undefined` if an action with declared parameters returned nothing.
   * Returns `false` if it has not written. Its errors are answered like errors of actions.
   */
  writeResult?(answered: AnsweredRequest, result: unknown): boolean
  /** Answers any error in a mapping, such as an exception or rejection of an action; `false` if it does not answer. */
  answerException?(request: MappedRequest, error: unknown): boolean
  /**
   * Answers a request whose path has actions for other methods only. `request.registered` is one of these actions.
   * Returns `false` if it does not answer.
   *
   * @param allowedMethods for the header `Allow`
   */
  answerOtherMethod?(request: MappedRequest, allowedMethods: readonly string[]): boolean
}
