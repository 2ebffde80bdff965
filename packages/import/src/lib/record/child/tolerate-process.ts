import cluster from 'node:cluster'
import { Server, Socket } from 'node:net'
import type { Connection, ProgramPlace, RecordingTrouble } from '../recorded-application.js'
import { callerOf, callingPackage, errorPlace } from './program-frames.js'

/** The doings of a server, and the ends of its process. */
interface ProcessEvents {
  /** The functions that answer requests of servers which the program wanted to listen. */
  readonly listeners: unknown[]
  listenPlace: ProgramPlace | undefined
  hasListened: boolean
  hasEnded: boolean
  trouble: RecordingTrouble | undefined
  readonly complaints: string[]
  readonly connections: Connection[]
  lastEvent: number
}

export const events: ProcessEvents = {
  listeners: [],
  listenPlace: undefined,
  hasListened: false,
  hasEnded: false,
  trouble: undefined,
  complaints: [],
  connections: [],
  lastEvent: Date.now(),
}

/** From now on this process neither listens nor ends itself, and notes why it wanted to. */
export function tolerateProcess(): void {
  Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
    events.hasListened = true
    events.lastEvent = Date.now()
    events.listeners.push(...this.listeners('request'))
    events.listenPlace ??= callerOf().place
    const callback = args.findLast((each) => typeof each === 'function')
    setImmediate(() => {
      if (typeof callback === 'function') Reflect.apply(callback, this, [])
      this.emit('listening')
    })
    return this
  } as Server['listen']
  Server.prototype.address = () => ({ address: '127.0.0.1', family: 'IPv4', port: 0 })
  process.exit = ((code?: number | string | null) => {
    const { place } = callerOf()
    events.hasEnded = true
    if (!events.hasListened)
      noteTrouble({ kind: 'ended itself', message: `process.exit(${code ?? ''})`, place })
  }) as typeof process.exit
  process.on('uncaughtException', noteError)
  process.on('unhandledRejection', noteError)
  cluster.fork = (() => ({ on() {}, process: {} })) as unknown as typeof cluster.fork
  noteConnections()
}

function noteError(error: unknown): void {
  const message = messageOf(error)
  if (!events.hasListened) noteTrouble({ kind: 'threw', message, place: errorPlace(error) })
  if (!events.complaints.includes(message)) events.complaints.push(message)
}

/** The first reason counts: those behind follow from it. */
function noteTrouble(trouble: RecordingTrouble): void {
  events.lastEvent = Date.now()
  events.trouble ??= trouble
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).split('\n')[0] ?? ''
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return (
    (error.message === '' ? (first === undefined ? error.name : messageOf(first)) : error.message).split(
      '\n',
    )[0] ?? ''
  )
}

function noteConnections(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own socket
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const [given] = (Array.isArray(args[0]) ? args[0] : args) as unknown[]
    const { host, port, path } = (typeof given === 'object' ? given : { port: given }) as Record<
      string,
      unknown
    >
    const to =
      typeof path === 'string' ? path : `${typeof host === 'string' ? host : 'localhost'}:${String(port)}`
    const byPackage = callingPackage()
    if (!events.connections.some((each) => each.to === to)) events.connections.push({ to, byPackage })
    return Reflect.apply(connect, this, args)
  }
}

/** The package that could not be loaded, if the error says so: one that is not installed, or not built here. */
export function unloadablePackage(error: unknown): string | undefined {
  const { code, message = '' } = error as { code?: string; message?: string }
  const missing = /Cannot find (?:module|package) '((?:@[\w.-]+\/)?[\w][\w.-]*)/.exec(message)?.[1]
  if (missing !== undefined && !message.includes('imported from /dev/null')) return missing
  // Files that `node-gyp`, `bindings`, `node-gyp-build` and `node-pre-gyp` look for.
  return code === 'ERR_DLOPEN_FAILED' || /Cannot find module '\/|bindings file|native build/.test(message)
    ? /node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(message)?.[1]
    : undefined
}
