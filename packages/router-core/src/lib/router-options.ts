import { emitWarning } from './runtime.js'
import type { ControllerMap, ControllerRegistry } from './controllers/controller-registry.js'
import { flag, oneOf, type OptionNames, type OptionRule } from './check-options.js'
import { normalizeMountPath } from './reversing/mount-path.js'
import { createHostPolicy, type HostPolicy } from './reversing/host-policy.js'
import type { UnencodedLiterals } from './syntax/pattern/scan-route-pattern.js'
import { LinkSigner } from './signing/link-signer.js'
import type { MethodOverride } from './matching/match-request.js'
import { isObject } from './is-object.js'

/** The options of `Router.parse`, `Router.load` and `RouterHandlerMapping`. */
export interface RouterOptions {
  /** Every URL starts with this path. Default: the request's mount path, or nothing outside of a request. */
  readonly basePath?: string | undefined
  /** Scheme and host of absolute URLs, `https://example.org`. */
  readonly baseUrl?: string | undefined
  /** Hosts that absolute URLs may have: `example.org`, `example.org:8080`, `.example.org`. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined
  /** `'post'`: POST may become PUT, PATCH or DELETE. `'compat'`: any change except from or to WS. Default: false. */
  readonly methodOverride?: MethodOverride | undefined
  /** True if `/user/?` reverses to `/user/`. Default: true. */
  readonly reverseTrailingSlash?: boolean | undefined
  /** `'any'` allows controllers that start with an upper-case letter. Default: `'lower'`. */
  readonly controllerNames?: 'lower' | 'any' | undefined
  /** The greatest length of a variable's value, in UTF-16 units. Default: 255. */
  readonly maxParamLength?: number | undefined
  /** `'encode'` accepts literals such as `/é`. A guard at `/é` then never runs. Default: `'refuse'`. */
  readonly unencodedLiterals?: UnencodedLiterals | undefined
  /** Accepts variables of other routers, such as `/:id` or `/[id]`, as text without a warning. Default: false. */
  readonly legacyText?: boolean | undefined
  /**
   * True if links write arguments that the action does not read in an object, `query: { utm: 1 }`. The types of
   * `mvc-router types` then refuse other unknown names. Default: false.
   */
  readonly strictQuery?: boolean | undefined
  /** The values of `${key}` in route files. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** The route files of `module:name`: a text, or the file that contains it. */
  readonly modules?: Readonly<Record<string, string | { readonly file: string }>> | undefined
  /** The controllers. If given, a line with an unknown action is an error. */
  readonly controllers?: ControllerMap | ControllerRegistry | undefined
  /**
   * The keys of signed links (`+ signed`): first the current key, then old ones that still verify. Each key is a random
   * text of at least 32 characters.
   */
  readonly signingKeys?: readonly string[] | undefined
  /** Called with warnings about probable mistakes. Default: `process.emitWarning`. */
  readonly onWarning?: ((message: string) => void) | undefined
}

const object: OptionRule = [isObject, 'an object']

export const routerOptionNames: OptionNames<RouterOptions> = {
  basePath: [
    (value) => typeof value === 'string' && !/[?#]|:\/\//.test(value),
    'a path, such as /shop; scheme and host are given as baseUrl',
  ],
  baseUrl: true,
  allowedHosts: [Array.isArray, "a list, such as ['example.org']"],
  methodOverride: oneOf(false, 'post', 'compat'),
  reverseTrailingSlash: flag,
  controllerNames: oneOf('lower', 'any'),
  maxParamLength: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 8192,
    'a whole number from 1 to 8192',
  ],
  unencodedLiterals: oneOf('refuse', 'encode'),
  legacyText: flag,
  strictQuery: flag,
  variables: object,
  modules: object,
  controllers: object,
  signingKeys: true,
  onWarning: [(value) => typeof value === 'function', 'a function that takes a message'],
}

/** Selects the router's options from the options of a mapping. */
export function routerOptionsOf(options: RouterOptions): RouterOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(routerOptionNames, name)),
  )
}

/** The options with their defaults. */
export interface RouterSettings {
  readonly mountPath: string
  readonly hostPolicy: HostPolicy
  readonly methodOverride: MethodOverride
  readonly reverseTrailingSlash: boolean
  readonly maxParamLength: number
  readonly strictQuery: boolean
  readonly signer: LinkSigner | undefined
  readonly onWarning: (message: string) => void
}

/**
 * @param options that `checkOptions` has accepted
 * @throws ConfigurationException for a base, a host or a key that cannot be used
 */
export function readRouterOptions({
  basePath = '',
  baseUrl,
  allowedHosts = [],
  methodOverride = false,
  reverseTrailingSlash = true,
  strictQuery = false,
  maxParamLength = 255,
  onWarning = emitWarning,
  signingKeys,
}: RouterOptions): RouterSettings {
  return {
    mountPath: normalizeMountPath(basePath),
    hostPolicy: createHostPolicy(baseUrl, allowedHosts),
    methodOverride,
    reverseTrailingSlash,
    maxParamLength,
    strictQuery,
    signer: LinkSigner.of(signingKeys),
    onWarning,
  }
}
