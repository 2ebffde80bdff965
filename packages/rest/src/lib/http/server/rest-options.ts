import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions, type OptionNames, wrongOption } from '@mvc-router/router-core/tools'
import type { SecretKey } from '../../secret-keys.js'
import type { ModuleSource } from '../../view/serializer-modules.js'
import type { BodyOptions } from '../body/body-options.js'
import type { CorsOptions } from '../cors/cors-options.js'
import type { ErrorLog } from '../../exceptions/exception-resolver.js'
import type { ResponseEntityExceptionHandler } from '../../exceptions/response-entity-exception-handler.js'
import type { ClientLog, ClientLogOptions } from '../log/client-log.js'
import { checkDelay, checkSwitch, wrongValue } from '../../check-values.js'
import { type ApiInfo, apiInfoNames } from '../openapi/openapi-document.js'
import type { ValidationOptions } from './validation-part.js'

/** Parts of a web server that are enabled by name. */
export type Profile = 'vendor-web-server' | 'vendor-client-logging' | 'vendor-validation'

/** Options of an API. */
export interface RestOptions {
  /**
   * `vendor-web-server` is required, and the default. `vendor-client-logging` adds the client log. `vendor-validation`
   * adds an endpoint with the rules of entities' fields.
   */
  readonly profiles?: readonly Profile[]
  readonly advice?: ResponseEntityExceptionHandler | readonly ResponseEntityExceptionHandler[]
  /** Options of the CORS filter. By default there is no filter. */
  readonly cors?: CorsOptions | Readonly<Record<string, unknown>>
  /** Additional serializer modules: a list, a `SerializerModules`, or `{ sourceList }`. */
  readonly modules?: ModuleSource
  readonly body?: BodyOptions
  /** Sends errors as `application/problem+json` to clients that accept JSON. Default: false. */
  readonly problemDetails?: boolean
  /** Options of the client log, or a `ClientLog`, whose counts you can read. */
  readonly clientLog?: ClientLog | ClientLogOptions
  readonly validation?: ValidationOptions
  /** Called for errors with a status of 500 and above. Default: writes to the console. */
  readonly logError?: ErrorLog
  /**
   * The secret that signs ETags and encrypts cursors: at least 32 characters, the same in every process. In a list,
   * the first secret makes new tags and cursors, and those of all secrets are accepted. Default: a random secret, so
   * ETags and cursors are valid only in one process.
   */
  readonly secretKey?: SecretKey | readonly SecretKey[]
  /** The OpenAPI document and its page. `false` disables them. Default: the title "API", and `false` in production. */
  readonly documents?: ApiInfo | boolean
  /** Adds `GET /health/live` and `GET /health/ready`, for load balancers. Default: false. */
  readonly health?: boolean
  /** The time in ms until a request is answered with 503. `false` means no limit. Default: 30,000. */
  readonly requestTimeout?: number | false
  /**
   * True if controllers that are not generic have pages. A text is then HTML, and a browser gets the application's own
   * error page. Default: true. `createWebServer` has no pages.
   */
  readonly pages?: boolean
}

export const restOptionNames: OptionNames<RestOptions> = {
  profiles: true,
  advice: true,
  cors: true,
  modules: true,
  body: true,
  problemDetails: true,
  clientLog: true,
  validation: true,
  logError: true,
  documents: true,
  health: true,
  pages: true,
  requestTimeout: true,
  secretKey: true,
}

/** @throws ConfigurationException for an unknown option or a wrong value */
export function checkRestOptions(options: RestOptions): void {
  checkOptions('RestModule', options, restOptionNames)
  if (options.logError !== undefined && typeof options.logError !== 'function')
    throw wrongValue('logError', 'a function', options.logError)
  for (const name of ['problemDetails', 'health', 'pages'] as const) checkSwitch(name, options[name])
  const { requestTimeout = false } = options
  if (requestTimeout !== false) checkDelay('requestTimeout', requestTimeout)
}

/** @throws ConfigurationException for advice that is not a `ResponseEntityExceptionHandler` */
export function checkAdvice(advice: RestOptions['advice'] = []): readonly ResponseEntityExceptionHandler[] {
  const list = [advice].flat()
  for (const item of list)
    if (typeof item?.handlerFor !== 'function')
      throw wrongValue('advice', 'a ResponseEntityExceptionHandler', item)
  return list
}

const profileNames: ReadonlySet<string> = new Set<Profile>([
  'vendor-web-server',
  'vendor-client-logging',
  'vendor-validation',
])

/** @throws ConfigurationException for an unknown profile, or without `vendor-web-server` */
export function checkProfiles(profiles: readonly Profile[] = ['vendor-web-server']): ReadonlySet<Profile> {
  if (!Array.isArray(profiles)) throw wrongValue('profiles', 'a list', profiles)
  const unknown = profiles.find((profile) => !profileNames.has(profile))
  if (unknown !== undefined) {
    throw new ConfigurationException(
      'profiles',
      `There is no profile "${unknown}"; there are ${[...profileNames].join(', ')}`,
    )
  }
  if (!profiles.includes('vendor-web-server')) {
    throw new ConfigurationException('profiles', 'The profile "vendor-web-server" is missing')
  }
  return new Set(profiles)
}

/** @throws ConfigurationException for a missing title or version */
export function checkDocuments(
  documents: ApiInfo | boolean = process.env['NODE_ENV'] !== 'production',
): ApiInfo | undefined {
  if (documents === false) return undefined
  if (documents === true) return { title: 'API', version: '1.0.0' }
  if (typeof documents?.title !== 'string' || typeof documents.version !== 'string')
    throw wrongOption('documents', 'expected true, false or { title, version }')
  checkOptions('documents', documents, apiInfoNames)
  return documents
}
