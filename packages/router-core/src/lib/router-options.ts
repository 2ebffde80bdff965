import { processWarning } from './runtime.js'
import type { ControllerMap, ControllerRegistry } from './controllers/controller-registry.js'
import type { OptionNames } from './check-options.js'
import { wrongOption } from './exceptions.js'
import { normalizeMountPath } from './reversing/mount-path.js'
import { createHostPolicy, type HostPolicy } from './reversing/host-policy.js'
import type { UnencodedLiterals } from './syntax/pattern/scan-route-pattern.js'
import { LinkSigner } from './signing/link-signer.js'
import type { MethodOverride } from './matching/match-request.js'
import { isObject } from './is-object.js'

/** The options of `Router.parse`, `Router.load` and `RouterHandlerMapping`. */
export interface RouterOptions {
  /** The public path of the table. Every URL starts with it. Default: none, or the request's mount path. */
  readonly basePath?: string | undefined
  /** Scheme and host of absolute URLs, `https://example.org`. */
  readonly baseUrl?: string | undefined
  /** Hosts that absolute URLs may have: `example.org`, `example.org:8080`, `.example.org`. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined
  /** `'post'`: POST may become PUT, PATCH or DELETE. `'compat'`: any method may become any but WS. Default: false. */
  readonly methodOverride?: MethodOverride | undefined
  /** True if `/user/?` reverses to `/user/`. Default: true. */
  readonly reverseTrailingSlash?: boolean | undefined
  /** `'any'` allows controllers that start with an upper-case letter. Default: `'lower'`. */
  readonly controllerNames?: 'lower' | 'any' | undefined
  /** The greatest length of a variable's value, for matching and reversing. In UTF-16 units, default 255. */
  readonly maxParamLength?: number | undefined
  /**
   * `'encode'` accepts literals with characters that a URL must encode, such as `/é`. Guards with that text do not run.
   * Default: `'refuse'`.
   */
  readonly unencodedLiterals?: UnencodedLiterals | undefined
  /** Accepts text that is a variable elsewhere, such as `/:id` or `/[id]`, without a warning. Default: false. */
  readonly legacyText?: boolean | undefined
  /**
   * Lets a link write arguments that its action does not read as `query: { utm: 1 }`. `mvc-router types` then refuses
   * other unknown names. Default: false.
   */
  readonly strictQuery?: boolean | undefined
  /** The values of `${key}` in route files. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** The route files of `module:name`: their text, or the file with it. */
  readonly modules?: Readonly<Record<string, string | { readonly file: string }>> | undefined
  /** The controllers. If given, an action that none of them has is an error of the route file. */
  readonly controllers?: ControllerMap | ControllerRegistry | undefined
  /**
   * The keys of signed links (`+ signed`): first the current key, then old ones that still verify. Each key is a random
   * text of at least 32 characters.
   */
  readonly signingKeys?: readonly string[] | undefined
  /** Called with warnings about probable mistakes. Default: `process.emitWarning`. */
  readonly onWarning?: ((message: string) => void) | undefined
}

export const routerOptionNames: OptionNames<RouterOptions> = {
  basePath: true,
  baseUrl: true,
  allowedHosts: true,
  methodOverride: true,
  reverseTrailingSlash: true,
  controllerNames: true,
  maxParamLength: true,
  unencodedLiterals: true,
  legacyText: true,
  strictQuery: true,
  variables: true,
  modules: true,
  controllers: true,
  signingKeys: true,
  onWarning: true,
}

/** The options of the router among those of a mapping. */
export function routerOptionsOf(options: RouterOptions): RouterOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(routerOptionNames, name)),
  )
}

/** The checked options, with their defaults. */
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

/** @throws ConfigurationException */
export function readRouterOptions({
  basePath = '',
  baseUrl,
  allowedHosts = [],
  methodOverride = false,
  reverseTrailingSlash = true,
  controllerNames = 'lower',
  unencodedLiterals = 'refuse',
  legacyText = false,
  strictQuery = false,
  maxParamLength = 255,
  onWarning = emitWarning,
  signingKeys,
  variables = {},
  modules = {},
  controllers = {},
}: RouterOptions): RouterSettings {
  expectOption(
    'maxParamLength',
    Number.isSafeInteger(maxParamLength) && maxParamLength >= 1 && maxParamLength <= 8192,
    'a whole number from 1 to 8192',
  )
  expectOption(
    'methodOverride',
    [false, 'post', 'compat'].includes(methodOverride),
    "false, 'post' or 'compat'",
  )
  expectOption('controllerNames', ['lower', 'any'].includes(controllerNames), "'lower' or 'any'")
  expectOption('unencodedLiterals', ['refuse', 'encode'].includes(unencodedLiterals), "'refuse' or 'encode'")
  expectOption('legacyText', typeof legacyText === 'boolean', 'true or false')
  expectOption('strictQuery', typeof strictQuery === 'boolean', 'true or false')
  expectOption('reverseTrailingSlash', typeof reverseTrailingSlash === 'boolean', 'true or false')
  expectOption('onWarning', typeof onWarning === 'function', 'a function that takes a message')
  for (const [option, value] of Object.entries({ variables, modules, controllers }))
    expectOption(option, isObject(value), 'an object')
  expectOption('allowedHosts', Array.isArray(allowedHosts), "a list, such as ['example.org']")
  expectOption(
    'basePath',
    typeof basePath === 'string' && !/[?#]|:\/\//.test(basePath),
    'a path, such as /shop; scheme and host are given as baseUrl',
  )
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

/** Checks an option, because programs in JavaScript and options from the environment have no types. */
export function expectOption(option: string, isMeant: boolean, expected: string): void {
  if (!isMeant) throw wrongOption(option, `expected ${expected}`)
}

export function emitWarning(message: string): void {
  processWarning(message, 'RouterWarning')
}
