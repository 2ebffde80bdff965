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

/** The parts of a web server that are switched on by name. */
export type Profile = 'vendor-web-server' | 'vendor-client-logging' | 'vendor-validation'

/** How an API behaves. */
export interface RestOptions {
  /**
   * `vendor-web-server`, which is the default and must be there; `vendor-client-logging` for the client log;
   * `vendor-validation` for the rules of entities' fields.
   */
  readonly profiles?: readonly Profile[]
  readonly advice?: ResponseEntityExceptionHandler | readonly ResponseEntityExceptionHandler[]
  /** Without it there is no CORS filter. */
  readonly cors?: CorsOptions | Readonly<Record<string, unknown>>
  /** How classes are written and read, beside the predefined ones: a list, a `SerializerModules`, or `{ sourceList }`. */
  readonly modules?: ModuleSource
  readonly body?: BodyOptions
  /** Errors as `application/problem+json` for clients that accept JSON; default false. */
  readonly problemDetails?: boolean
  /** The log itself keeps counts, so give one to read them. */
  readonly clientLog?: ClientLog | ClientLogOptions
  readonly validation?: ValidationOptions
  /** Where errors with a status of 500 and above go; default: the console. */
  readonly logError?: ErrorLog
  /**
   * The secret that keys ETags and seals cursors: at least 32 characters, the same in every process. In a list, the first
   * one is used and all are accepted. Default: a random one, so that tags and cursors end with their process.
   */
  readonly secretKey?: SecretKey | readonly SecretKey[]
  /** The OpenAPI document and its page; `false` for neither. Default: the title "API", and nothing in production. */
  readonly documents?: ApiInfo | boolean
  /** Adds `GET /health/live` and `GET /health/ready`, for load balancers. Default: false. */
  readonly health?: boolean
  /** After how many ms a request that has no answer yet is 503; `false` for never. Default: 30,000. */
  readonly requestTimeout?: number | false
  /**
   * Lets controllers that are not generic have pages: their texts are HTML, and their exceptions are left to
   * the application's own error page when the client is a browser. Default: true; `createWebServer` has none.
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

/** @throws ConfigurationException for an option that there is not, a log that could not be called, and a switch that is a text. */
export function checkRestOptions(options: RestOptions): void {
  checkOptions('RestModule', options, restOptionNames)
  if (options.logError !== undefined && typeof options.logError !== 'function')
    throw wrongValue('logError', 'a function', options.logError)
  for (const name of ['problemDetails', 'health', 'pages'] as const) checkSwitch(name, options[name])
  const { requestTimeout = false } = options
  if (requestTimeout !== false) checkDelay('requestTimeout', requestTimeout)
}

/** @throws ConfigurationException for advice that could answer nothing. */
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

/** @throws ConfigurationException for an unknown profile, or without the one that all others need. */
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

/**
 * The title and version of the document, `undefined` when there is none.
 *
 * @throws ConfigurationException without them.
 */
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
