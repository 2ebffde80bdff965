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
  /** Links, as the client of this request needs them. */
  readonly reverser: RequestReverser
}

/**
 * An addition of a package or an application to a mapping: how actions are called, how their results are written, how
 * exceptions are answered, and endpoints of its own. Controllers stay as they are, so interceptors, annotations and
 * links mean the same with any extension. The extensions of a mapping are called in order, and the first answer wins. If none
 * answers, the mapping does what it does without extensions.
 */
export interface MappingExtension {
  /** Errors show it in place of the name of a route file. */
  readonly name: string
  /** Controllers beside those of the application. */
  readonly controllers?: ControllerMap | undefined
  /** Runs before routes are looked for, for every request that reaches the mapping. */
  readonly middleware?: Middleware | undefined
  /** Run around what routes lead to, before those of the application. */
  readonly interceptors?: readonly HandlerInterceptor[] | undefined
  /**
   * The route lines of a controller, which come after those of the route files; `undefined` for a controller of others.
   * The first call comes before all controllers are known, and does not get them.
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
   * Writes a value that an action returned, alone or as the body of a `ResponseEntity`. Views, redirections, streams and bytes never
   * come here. The value is `undefined` if an action with declared parameters returned nothing. Gives `false` if it did not
   * write. Its errors are answered as exceptions.
   */
  writeResult?(answered: AnsweredRequest, result: unknown): boolean
  /** Answers what an action, an interceptor or a binding threw, now or later; `false` when it will not. */
  answerException?(request: MappedRequest, error: unknown): boolean
  /**
   * Answers a request whose path has an action for other methods only, `registered` among them; `false` when it did not.
   *
   * @param allowedMethods for the header `Allow`
   */
  answerOtherMethod?(request: MappedRequest, allowedMethods: readonly string[]): boolean
}
