/** The part of EJS, versions 3.1.10 to 7, that this package needs. */
export interface EjsModule {
  compile(template: string, options: object): (locals?: object) => string | PromiseLike<string>
  fileLoader(path: string): string | { toString(): string }
  readonly escapeXML: (text: string) => string
  readonly cache: EjsCache
  readonly delimiter?: string | undefined
  readonly openDelimiter?: string | undefined
  readonly closeDelimiter?: string | undefined
  readonly localsName?: string | undefined
}

/** EJS's cache of compiled templates, or another cache that the application has set. */
export interface EjsCache {
  get(key: string): unknown
  set(key: string, template: (locals?: object) => string | PromiseLike<string>): void
}

/** Options of EJS, with EJS's names and meanings. */
export interface EjsOptions {
  readonly delimiter?: string
  readonly openDelimiter?: string
  readonly closeDelimiter?: string
  readonly async?: boolean
  readonly strict?: boolean
  readonly _with?: boolean
  readonly localsName?: string
  /** True if templates see inherited locals, such as the accessors of a class. From EJS 6 on. */
  readonly unsafePrototypeLocals?: boolean
  readonly destructuredLocals?: readonly string[]
  readonly outputFunctionName?: string
  readonly escape?: (value: unknown) => string
  readonly context?: unknown
  readonly compileDebug?: boolean
  readonly debug?: boolean
  readonly rmWhitespace?: boolean
  readonly root?: string | readonly string[]
  /** The folders in which `include` looks after the folder of the including file. In Express: the setting `views`. */
  readonly views?: string | readonly string[]
  /** True to keep compiled templates. In Express: the setting `view cache`. */
  readonly cache?: boolean
  readonly includer?: (
    name: string,
    filename: string | undefined,
  ) => { readonly filename?: string; readonly template?: string } | null | undefined
  readonly filename?: string
}
