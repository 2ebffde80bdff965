/** The program that a process loads. */
export interface Program {
  /** Absolute. */
  readonly entry: string
  readonly cwd: string
  readonly isTypeScript: boolean
}

/** What the process that loads the application is asked for. */
export interface LoadRequest extends Program {
  readonly type: 'load'
  /** Where the program makes its application: absolute file, line from 1. */
  readonly application: ProgramLine
  /** The export that makes it, where loading alone makes none. */
  readonly factory: string | undefined
}

/** Asks whether what was written can be loaded, and has every name that the route file has. */
export interface LoadWrittenRequest extends Program {
  readonly type: 'loadWritten'
  /** Absolute. */
  readonly controllersFile: string
  readonly routeFile: string
  /** Names that were told not to be gathered. */
  readonly missingActions: readonly string[]
  readonly missingMiddleware: readonly string[]
}

/** Why what was written does not work. */
export interface WrittenFault {
  /** Absolute, or relative to the working directory. */
  readonly file: string
  /** From 1. */
  readonly line?: number | undefined
  readonly message: string
}

export interface ProbeRequest {
  readonly type: 'probe'
  readonly requests: readonly ProbedRequest[]
}

export interface ProbedRequest {
  readonly method: string
  readonly path: string
}

export interface ProgramLine {
  readonly file: string
  readonly line: number
}

/** A route as the running application has it. */
export interface LoadedRoute {
  readonly method: string
  /** As it was registered, without mounts. */
  readonly path: string
  readonly place: ProgramLine | undefined
  /** Whether a package registered it, and no file of the program. */
  readonly isByPackage: boolean
}

export interface LoadedRoutes {
  readonly standIns: readonly string[]
  readonly routes: readonly LoadedRoute[]
}

/** What each request reaches first: an index of the loaded routes. */
export type ReachedRoutes = readonly (number | null)[]

export type VerifyRequest = LoadRequest | ProbeRequest | LoadWrittenRequest
