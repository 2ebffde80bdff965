import type { ControllerMap, PublicMethod, RegisteredAction } from '../../controllers/controller-registry.js'
import type { RequestReverser } from '../../templates/current-reverser.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import type { ParameterBinding } from '../binding/parameter-binding.js'
import type { HandlerInterceptor } from '../interceptors/handler-interceptor.js'
import type { HostRequest, HostResponse, Middleware } from '../../hosts/host.js'

/** A request on its way through a mapping. */
export interface MappedRequest {
  readonly request: HostRequest
  readonly response: HostResponse
  readonly mapping: ExtendedMapping
  /** The action that the route names; `undefined` where no controller answers. */
  readonly registered: RegisteredAction | undefined
}

/** A request whose action has run. */
export interface AnsweredRequest extends MappedRequest {
  /** Path variables and fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  /** Path and query as the client sent them, in front of any proxy. */
  readonly target: string
  readonly registered: RegisteredAction
  /** Builds links for the client of this request. */
  readonly reverser: RequestReverser
}

/**
 * An addition of a package or an application to a mapping. It may call actions, write results and answer exceptions in
 * its own way, and add its own endpoints. Controllers do not change, so interceptors, annotations and links work the
 * same with any extension. A mapping calls its extensions in order, and the first answer wins. Without an answer, the
 * mapping works as without extensions.
 */
export interface MappingExtension {
  /** The name of the extension. Errors show it instead of the name of a route file. */
  readonly name: string
  /** Further controllers, besides the controllers of the application. */
  readonly controllers?: ControllerMap | undefined
  /** Runs before the mapping looks for a route, for every request that reaches it. */
  readonly middleware?: Middleware | undefined
  /** Interceptors that run before the interceptors of the application. */
  readonly interceptors?: readonly HandlerInterceptor[] | undefined
  /**
   * The route lines of a controller. They come after the lines of the route files. `undefined` for a controller that
   * belongs to another extension. In the first call, not all controllers are known yet, so they are not given.
   */
  linesFor?(name: string, controller: object, controllers?: ReadonlyMap<string, object>): string | undefined
  /** True if a public method is an action; `undefined` leaves it to others. */
  isAction?(method: PublicMethod): boolean | undefined
  /** The parameters of an action without `@Params`; `undefined` leaves it to others. */
  bindingsFor?(method: PublicMethod): readonly ParameterBinding<unknown>[] | undefined
  /**
   * True if this object is certainly an answer, although its action takes the response and may answer by itself.
   */
  isAnswer?(result: object): boolean
  /**
   * Writes a value that an action returned, alone or as the body of a `ResponseEntity`. It never gets views,
   * redirections, streams and bytes. It gets `undefined` if an action with declared parameters returned nothing. It
   * returns `false` if it has not written. Its errors are answered as exceptions.
   */
  writeResult?(answered: AnsweredRequest, result: unknown): boolean
  /** Answers an exception or rejection of an action, an interceptor or a binding; `false` if it does not answer. */
  answerException?(request: MappedRequest, error: unknown): boolean
  /**
   * Answers a request if the path has actions for other methods only, such as `registered`; `false` without an answer.
   *
   * @param allowedMethods for the header `Allow`
   */
  answerOtherMethod?(request: MappedRequest, allowedMethods: readonly string[]): boolean
}
