/** A place in a file of the program, or in the source of a compiled file. Lines and columns count from 1. */
export interface ProgramPlace {
  /** An absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A path that the program passed to Express. */
export type RecordedPath = string | RegExp

/** The code that calls Express. */
export interface RecordedCaller {
  /** The nearest place of the program. Undefined if only packages are in the stack. */
  readonly place: ProgramPlace | undefined
  /** The package that made the call. Undefined if the program made it. */
  readonly byPackage: string | undefined
}

/** A registering call such as `app.get('/x', show)`. */
export interface RecordedCall extends RecordedCaller {
  /** The method of Express, such as `get` or `use`. */
  readonly method: string
}

/** An export of a program file. */
export interface ExportedName {
  readonly file: string
  /** `[]` is the result of `require`. In an ES module, the first name is an export. */
  readonly path: readonly string[]
}

/** A function that the program passed to Express. */
export interface RecordedHandler {
  /** The index among the handlers of the application. Requests to the process use this number. */
  readonly number: number
  /** The function's own name. */
  readonly name: string
  readonly parameterCount: number
  /** The source of the running function. */
  readonly text: string
  /** The place in the source. Undefined for bound functions and functions of packages. */
  readonly place: ProgramPlace | undefined
  readonly exported: ExportedName | undefined
  /** The texts, numbers and booleans of the closure, by name. */
  readonly closure: Readonly<Record<string, string | number | boolean>>
  /** Present if the handler is a router or an application. */
  readonly router: RecordedRouter | undefined
  /** The absolute path of the folder that `express.static` serves. */
  readonly directory: string | undefined
  readonly hasOptions: boolean
}

/** A handler in a call. */
export interface RecordedUse {
  readonly handler: RecordedHandler
  /** In upper case, or `*` for all methods. */
  readonly method: string
  /** Undefined if the call was not observed. */
  readonly call: RecordedCall | undefined
  /** The indexes of the argument and of nested items. `after` counts the values behind, because a list may be spread. */
  readonly position: readonly { readonly index: number; readonly after: number }[]
}

/** A layer of an Express router. */
export interface RecordedLayer {
  readonly type: 'route' | 'use'
  readonly paths: readonly RecordedPath[]
  readonly handlers: readonly RecordedUse[]
}

/** A handler of `router.param`. */
export interface RecordedParameter {
  readonly name: string
  readonly use: RecordedUse
}

/** A router or application, with its layers in order. */
export interface RecordedRouter extends RecordedCaller {
  readonly isApplication: boolean
  readonly express: 4 | 5
  readonly isStrict: boolean
  readonly isCaseSensitive: boolean
  readonly mergesParams: boolean
  readonly layers: readonly RecordedLayer[]
  readonly parameters: readonly RecordedParameter[]
}

/** The registered layers of an application. A router, call or handler is the same object everywhere. */
export interface RecordedApplication {
  /** The router that answers requests. */
  readonly root: RecordedRouter
  readonly routers: readonly RecordedRouter[]
  readonly calls: readonly RecordedCall[]
  /** The places of the program that led to calls of Express. */
  readonly places: readonly ProgramPlace[]
  readonly handlers: readonly RecordedHandler[]
  /** The absolute paths of the loaded program files. Sources replace compiled files. */
  readonly files: readonly string[]
  /** True if some program files are compiled. */
  readonly isCompiled: boolean
  /** For example `createApp`: an exported function. It is called if the entry itself creates no application. */
  readonly factory: string | undefined
  /** The place of the call of `listen`. */
  readonly listenPlace: ProgramPlace | undefined
}

/** The reason why the application did not become ready. */
export interface RecordingTrouble {
  readonly kind: 'threw' | 'ended itself' | 'took too long' | 'is bundled'
  readonly message: string
  readonly place: ProgramPlace | undefined
}

/** An attempt to connect to another process. */
export interface Connection {
  /** For example `127.0.0.1:5432`. */
  readonly to: string
  readonly byPackage: string | undefined
}

/** The report of the child process. */
export interface Recording {
  readonly application: RecordedApplication | undefined
  readonly trouble: RecordingTrouble | undefined
  /** Errors that did not stop the application. */
  readonly complaints: readonly string[]
  readonly connections: readonly Connection[]
  /** Packages that cannot be loaded, such as `bcrypt`. */
  readonly unloadable: readonly string[]
}

/** A request to the child process after its report. */
export type ProcessRequest =
  | { readonly type: 'reach'; readonly requests: readonly ProbedRequest[] }
  | { readonly type: 'load'; readonly file: string }

export interface ProbedRequest {
  readonly method: string
  readonly path: string
}

/** The handler numbers of the layer that a request reaches, or null. */
export type ReachedHandlers = readonly number[] | null

/** The names of a written module with handler numbers, `3` or `3,4`. A function that was not recorded has -1. */
export interface LoadedModule {
  readonly controllers: Readonly<Record<string, string>>
  readonly middleware: Readonly<Record<string, string>>
}
