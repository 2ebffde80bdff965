/** A place in a file of the program, or in the source of a compiled file. */
export interface ProgramPlace {
  /** Absolute. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** A path as the program gave it to Express. */
export type RecordedPath = string | RegExp

/** The code that calls Express. */
export interface RecordedCaller {
  /** The nearest place of the program; undefined if the call comes from packages alone. */
  readonly place: ProgramPlace | undefined
  /** The package that made the call, if it was not the program itself. */
  readonly byPackage: string | undefined
}

/** A call that registers: `app.get('/x', show)`. */
export interface RecordedCall extends RecordedCaller {
  /** The method of Express: `get`, `use`. */
  readonly method: string
}

/** An export of a module of the program. */
export interface ExportedName {
  readonly file: string
  /** `[]` is the result of `require`. In an ES module, the first name is an export. */
  readonly path: readonly string[]
}

/** A function that Express was given. */
export interface RecordedHandler {
  /** Its index among the handlers of the application. Questions to the process refer to it by this number. */
  readonly number: number
  /** The own name of the function. */
  readonly name: string
  readonly parameterCount: number
  /** Its source, as it runs. */
  readonly text: string
  /** The place of the function in the source. Undefined for bound functions, and for functions of packages. */
  readonly place: ProgramPlace | undefined
  readonly exported: ExportedName | undefined
  /** The texts, numbers and booleans of its closure, by name. */
  readonly closure: Readonly<Record<string, string | number | boolean>>
  /** The router or the application that it is. */
  readonly router: RecordedRouter | undefined
  /** The folder or file of `express.static`, absolute. */
  readonly directory: string | undefined
  readonly hasOptions: boolean
}

/** A handler in a call. */
export interface RecordedUse {
  readonly handler: RecordedHandler
  /** In upper case; `*` for all. */
  readonly method: string
  /** Undefined if the call was not observed. */
  readonly call: RecordedCall | undefined
  /** The index of the argument, and the index of the item in it: `[1, 0]`. */
  readonly position: readonly number[]
}

/** A layer of a router, as Express holds it. */
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

/** A router or an application with its layers in order, and the code that made it. */
export interface RecordedRouter extends RecordedCaller {
  readonly isApplication: boolean
  readonly express: 4 | 5
  readonly isStrict: boolean
  readonly isCaseSensitive: boolean
  readonly mergesParams: boolean
  readonly layers: readonly RecordedLayer[]
  readonly parameters: readonly RecordedParameter[]
}

/** The registered layers of an application. The same router, call or handler is the same object everywhere. */
export interface RecordedApplication {
  /** The router that answers requests. */
  readonly root: RecordedRouter
  readonly routers: readonly RecordedRouter[]
  readonly calls: readonly RecordedCall[]
  /** The places of the program that led to calls of Express. */
  readonly places: readonly ProgramPlace[]
  readonly handlers: readonly RecordedHandler[]
  /** The absolute paths of the loaded files of the program, or of the sources of compiled files. */
  readonly files: readonly string[]
  /** True if files of the program are compiled from others. */
  readonly isCompiled: boolean
  /** `createApp`: the exported function that was called, as the entry alone makes no application. */
  readonly factory: string | undefined
  /** The file and line where it listens. */
  readonly listenPlace: ProgramPlace | undefined
}

/** Why a recording ended before its application was ready. */
export interface RecordingTrouble {
  readonly kind: 'threw' | 'ended itself' | 'took too long' | 'is bundled'
  readonly message: string
  readonly place: ProgramPlace | undefined
}

/** An attempt to reach another process. */
export interface Connection {
  /** `127.0.0.1:5432` */
  readonly to: string
  readonly byPackage: string | undefined
}

/** The report of the started process. */
export interface Recording {
  readonly application: RecordedApplication | undefined
  readonly trouble: RecordingTrouble | undefined
  /** Errors that did not stop the application. */
  readonly complaints: readonly string[]
  readonly connections: readonly Connection[]
  /** Packages that cannot be loaded: `bcrypt`. */
  readonly unloadable: readonly string[]
}

/** A question to the recording process when it has reported. */
export type ProcessRequest =
  | { readonly type: 'reach'; readonly requests: readonly ProbedRequest[] }
  | { readonly type: 'load'; readonly file: string }

export interface ProbedRequest {
  readonly method: string
  readonly path: string
}

/** The numbers of the handlers of the layer that a request reaches, or null. */
export type ReachedHandlers = readonly number[] | null

/** The names of a written module, each with the number of the recorded handler that it is; -1 for another function. */
export interface LoadedModule {
  readonly controllers: Readonly<Record<string, number>>
  readonly middleware: Readonly<Record<string, number>>
}
