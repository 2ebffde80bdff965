import { checkOptions } from '../../check-options.js'
import type * as Cookie from 'cookie'
import { dependency } from '#dependency'
import { InvalidParameterException, wrongOption } from '../../exceptions.js'
import {
  ConversionProblem,
  toConverter,
  validate,
  type Converted,
  type Converter,
  type ConverterLike,
} from './converter.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { ExtendedMapping } from '../snapshot/extended-mapping.js'
import { queryOf } from '../../matching/request-facts.js'
import { isPromise, isObject } from '../../is-object.js'
import { isStandardSchema, type StandardSchema } from './standard-schema.js'

const cookieModule = dependency<typeof Cookie>('cookie')

/** The sources of an action's arguments. */
export interface BindingContext {
  readonly request: HostRequest
  readonly response: HostResponse
  /** Path variables and fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  readonly model: Record<string, unknown>
  readonly mapping: ExtendedMapping
}

/** A parameter of an action: the source of its value, and its conversion. */
export interface ParameterBinding<Value> {
  readonly source: 'path' | 'parameter' | 'header' | 'cookie' | 'body' | 'model' | 'request' | 'response'
  /** The name in the request. */
  readonly name: string
  /** @throws InvalidParameterException */
  readonly resolve: (context: BindingContext) => Value | Promise<Value>
}

/** Options of an action's parameter. */
export interface ParameterOptions {
  /** True if a missing value is answered with 400. Default: true for bodies and for path variables without a default. */
  readonly required?: boolean
  /** Replaces a missing or empty value. It is not converted. */
  readonly defaultValue?: unknown
  /** True for all values of a repeated name, as an array. Otherwise a repeated name is answered with 400. */
  readonly list?: boolean
}

/** The type of a parameter with these options. It excludes undefined if the value is required or has a default. */
export type Bound<Value, Options extends ParameterOptions> = Options extends { readonly list: true }
  ? Value[]
  : Options extends { readonly required: true }
    ? Value
    : Options extends { readonly defaultValue: infer Default }
      ? Value | Default
      : Value | undefined

/** A path variable, or a fixed argument of the route. */
export function pathVariable<const Like extends ConverterLike = StringConstructor>(
  name: string,
  converter?: Like,
): ParameterBinding<Converted<Like>>
export function pathVariable<
  const Like extends ConverterLike = StringConstructor,
  const Options extends ParameterOptions = { readonly required: true },
>(name: string, converter: Like, options: Options): ParameterBinding<Bound<Converted<Like>, Options>>
export function pathVariable(
  name: string,
  converter: ConverterLike = String,
  options: ParameterOptions = {},
): ParameterBinding<unknown> {
  const valuesOf = ({ args }: BindingContext): string[] =>
    Object.hasOwn(args, name) ? [String(args[name])] : []
  return bind('path', name, valuesOf, converter, { required: options.defaultValue === undefined, ...options })
}

interface NamedBinding {
  <const Options extends ParameterOptions = ParameterOptions>(
    name: string,
    options?: Options,
  ): ParameterBinding<Bound<string, Options>>
  <const Like extends ConverterLike, const Options extends ParameterOptions = ParameterOptions>(
    name: string,
    converter: Like,
    options?: Options,
  ): ParameterBinding<Bound<Converted<Like>, Options>>
}

/** A key of the query, or a field of a submitted form. */
export const requestParam: NamedBinding = namedBinding('parameter', ({ request }, name) =>
  parametersOf(request, name),
)

/** A header, by its name in any case. */
export const requestHeader: NamedBinding = namedBinding('header', ({ request: { headers } }, name) => {
  const key = name.toLowerCase()
  const value = Object.hasOwn(headers, key) ? headers[key] : undefined
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
})

/** A cookie: from a cookie parser if the application has one, else from the header. */
export const cookieValue: NamedBinding = namedBinding('cookie', ({ request }, name) => {
  const cookies = isObject(request.cookies)
    ? request.cookies
    : cookieModule().parseCookie(request.headers.cookie ?? '')
  const value = Object.hasOwn(cookies, name) ? (cookies as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? [value] : []
})

/** The body that a body parser of the application has read. A Standard Schema may validate it. */
export function requestBody(): ParameterBinding<unknown>
export function requestBody<Output>(schema: StandardSchema<Output>): ParameterBinding<Output>
export function requestBody<Output>(
  schema: StandardSchema<Output>,
  options: { readonly required: false },
): ParameterBinding<Output | undefined>
export function requestBody(
  schema?: StandardSchema,
  options: { readonly required?: boolean } = {},
): ParameterBinding<unknown> {
  checkOptions('requestBody', options, { required: true })
  const { required = true } = options
  const resolve = ({ request: { body } }: BindingContext): unknown => {
    if (body === undefined) {
      if (required) throw refused('body', 'body', ' is missing, or no body parser of the application took it')
      return undefined
    }
    return schema === undefined ? body : guard('body', 'body', () => validate(schema, body))
  }
  return { source: 'body', name: 'body', resolve }
}

/** The model of the view. It has the results of `@ModelAttribute` methods, and the action may add values. */
export function model(): ParameterBinding<Record<string, unknown>> {
  return bindMember('model')
}

/** Binds the request itself. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the application names its framework's type
export function httpRequest<Request extends object = HostRequest>(): ParameterBinding<NoInfer<Request>> {
  return bindMember('request')
}

/** Binds the response. An action that takes it may answer by itself and return nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the application names its framework's type
export function httpResponse<Response extends object = HostResponse>(): ParameterBinding<NoInfer<Response>> {
  return bindMember('response')
}

function bindMember<Value>(source: 'model' | 'request' | 'response'): ParameterBinding<Value> {
  return { source, name: source, resolve: (context) => context[source] as Value }
}

function namedBinding(
  source: 'parameter' | 'header' | 'cookie',
  valuesOf: (context: BindingContext, name: string) => readonly string[],
): NamedBinding {
  function binding(
    name: string,
    converterOrOptions?: ConverterLike | ParameterOptions,
    options: ParameterOptions = {},
  ): ParameterBinding<unknown> {
    const [converter, others] = isConverter(converterOrOptions)
      ? [converterOrOptions, options]
      : [String, converterOrOptions ?? options]
    return bind(source, name, (context) => valuesOf(context, name), converter, others)
  }
  return binding
}

function isConverter(value: ConverterLike | ParameterOptions | undefined): value is ConverterLike {
  return typeof value === 'function' || Array.isArray(value) || isStandardSchema(value)
}

function bind(
  source: 'path' | 'parameter' | 'header' | 'cookie',
  name: string,
  valuesOf: (context: BindingContext) => readonly string[],
  converterLike: ConverterLike,
  options: ParameterOptions,
): ParameterBinding<unknown> {
  checkOptions(`Params: the ${nouns[source]} "${name}"`, options, {
    required: true,
    defaultValue: true,
    list: true,
  })
  const { required = false, defaultValue, list = false } = options
  if (typeof name !== 'string' || name === '')
    throw wrongOption('Params', `expected the name of a ${nouns[source]}`)
  const convert = toConverter(converterLike)
  const resolve = (context: BindingContext): unknown => {
    const values = valuesOf(context)
    const [first] = values
    // A form sends its empty fields as well.
    const isEmptyField = first === '' && values.length === 1 && defaultValue !== undefined
    if (first === undefined || isEmptyField) {
      if (required && first === undefined) throw refused(source, name, ' is missing')
      return defaultValue === undefined && list ? [] : defaultValue
    }
    if (list) return guard(source, name, () => convertAll(values, convert))
    if (values.length > 1) throw refused(source, name, ' is given more than once')
    return guard(source, name, () => convert(first))
  }
  return { source, name, resolve }
}

const nouns = {
  path: 'path variable',
  parameter: 'parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'body',
} as const

/** A limit, so that an attacker cannot keep the converter busy. */
const maxListLength = 1000

async function convertAll(values: readonly string[], convert: Converter<unknown>): Promise<unknown[]> {
  if (values.length > maxListLength) throw new ConversionProblem(`expected at most ${maxListLength} values`)
  return Promise.all(values.map(async (value) => convert(value)))
}

/** Turns an exception or a rejection of a converter into a 400 with the parameter's name. */
function guard(source: keyof typeof nouns, name: string, convert: () => unknown): unknown {
  try {
    const value = convert()
    return isPromise(value) ? value.then(undefined, (error: unknown) => fail(source, name, error)) : value
  } catch (error) {
    return fail(source, name, error)
  }
}

function fail(source: keyof typeof nouns, name: string, error: unknown): never {
  if (isObject(error) && typeof (error as { status?: unknown }).status === 'number') throw error
  const reason = error instanceof ConversionProblem ? error.message : 'not a valid value'
  throw refused(source, name, `: ${reason}`, { cause: error })
}

function refused(
  source: keyof typeof nouns,
  name: string,
  reason: string,
  options?: ErrorOptions,
): InvalidParameterException {
  const subject = source === 'body' ? 'The body' : `The ${nouns[source]} "${name}"`
  return new InvalidParameterException(source, name, subject + reason, options)
}

/** Reads the query from the URL itself, because the result of a host's query parser depends on its settings. */
function parametersOf(request: HostRequest, name: string): string[] {
  const values = new URLSearchParams(queryOf(request.url)).getAll(name)
  const { body } = request
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers['content-type'] ?? '',
  )
  if (!isForm || !isObject(body) || !Object.hasOwn(body, name)) return values
  const field = (body as Record<string, unknown>)[name]
  for (const value of Array.isArray(field) ? field : [field]) {
    if (typeof value !== 'string') throw refused('parameter', name, ' is not a text')
    values.push(value)
  }
  return values
}
