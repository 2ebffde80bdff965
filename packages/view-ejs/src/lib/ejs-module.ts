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

/** EJS's own cache of compiled templates, or the LRU cache that an application put in its place. */
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
  /** True if templates see inherited locals, such as the accessors of a class. EJS knows it from version 6 on. */
  readonly unsafePrototypeLocals?: boolean
  readonly destructuredLocals?: readonly string[]
  readonly outputFunctionName?: string
  readonly escape?: (value: unknown) => string
  readonly context?: unknown
  readonly compileDebug?: boolean
  readonly debug?: boolean
  readonly rmWhitespace?: boolean
  readonly root?: string | readonly string[]
  /** Where `include` looks after the directory of the including file. In Express: the `views` setting. */
  readonly views?: string | readonly string[]
  /** True if compiled templates are kept, as by the setting `view cache` of Express. */
  readonly cache?: boolean
  readonly includer?: (
    name: string,
    filename: string | undefined,
  ) => { readonly filename?: string; readonly template?: string } | null | undefined
  readonly filename?: string
}
