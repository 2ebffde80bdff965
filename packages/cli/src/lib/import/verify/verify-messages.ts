import type { FailedReply } from '../../application/ask-process.js'

/** What the process that loads the application is asked for. */
export interface LoadRequest {
  readonly type: 'load'
  /** Absolute. */
  readonly entry: string
  /** Where the program makes its application: absolute file, line from 1. */
  readonly application: ProgramLine
  readonly cwd: string
  readonly isTypeScript: boolean
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

export interface LoadedReply {
  readonly type: 'loaded'
  readonly express: string
  readonly standIns: readonly string[]
  readonly routes: readonly LoadedRoute[]
}

export interface ProbedReply {
  readonly type: 'probed'
  /** What each request reaches first: an index of the loaded routes. */
  readonly reached: readonly (number | undefined | null)[]
}

export type VerifyRequest = LoadRequest | ProbeRequest
export type VerifyReply = LoadedReply | ProbedReply | FailedReply
