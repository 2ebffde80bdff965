import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connection, ProgramPlace, RecordingTrouble } from '../recorded-application.js'
import { callerOf, callingPackage, errorPlace, thrownText } from './program-frames.js'

interface ProcessEvents {
  /** The servers on which the program called `listen` but not `close`, with the places of the calls. */
  readonly listening: Map<Server, ProgramPlace | undefined>
  hasEnded: boolean
  trouble: RecordingTrouble | undefined
  readonly complaints: string[]
  readonly connections: Connection[]
  lastEvent: number
}

export const events: ProcessEvents = {
  listening: new Map(),
  hasEnded: false,
  trouble: undefined,
  complaints: [],
  connections: [],
  lastEvent: Date.now(),
}

/** Prevents this process from listening and from ending itself. Stores these calls, errors and connections. */
export function preventListening(): void {
  Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
    events.lastEvent = Date.now()
    events.listening.set(this, callerOf().place)
    return pretend(this, 'listening', args)
  } as Server['listen']
  // A program may close a temporary server before its application listens.
  Server.prototype.close = function (this: Server, ...args: unknown[]): Server {
    events.lastEvent = Date.now()
    events.listening.delete(this)
    return pretend(this, 'close', args)
  }
  Server.prototype.address = () => ({ address: '127.0.0.1', family: 'IPv4', port: 0 })
  process.exit = ((code?: number | string | null) => {
    const { place } = callerOf()
    events.hasEnded = true
    if (events.listening.size === 0)
      noteTrouble({ kind: 'ended itself', message: `process.exit(${code ?? ''})`, place })
  }) as typeof process.exit
  process.on('uncaughtException', noteError)
  process.on('unhandledRejection', noteError)
  cluster.fork = workHere
  noteConnections()
}

let isWorking = false

/** Replaces `fork`: runs the workers' program once in this process, because it contains the routes. */
function workHere(): Worker {
  if (!isWorking) {
    isWorking = true
    Object.assign(cluster, { isPrimary: false, isMaster: false, isWorker: true })
    syncBuiltinESMExports()
    const file = resolve(cluster.settings.exec ?? process.argv[1] ?? '')
    Reflect.deleteProperty(createRequire(file).cache, file)
    setImmediate(() => void import(`${pathToFileURL(file).href}?worker`).catch(noteError))
  }
  return Object.assign(new EventEmitter(), { id: 1, process, send: () => true }) as unknown as Worker
}

function pretend(server: Server, event: string, args: readonly unknown[]): Server {
  const callback = args.findLast((each) => typeof each === 'function')
  setImmediate(() => {
    if (typeof callback === 'function') Reflect.apply(callback, server, [])
    server.emit(event)
  })
  return server
}

export function listeners(): unknown[] {
  return [...events.listening.keys()].flatMap((server) => server.listeners('request'))
}

/** Returns the `listen` place of the application, else of an HTTP server, else of any server. */
export function placeOfListening(application: unknown): ProgramPlace | undefined {
  const servers = [...events.listening]
  const [, place] =
    servers.find(([server]) => server.listeners('request').includes(application as () => void)) ??
    servers.find(([server]) => server.listenerCount('request') > 0) ??
    servers[0] ??
    []
  return place
}

function noteError(error: unknown): void {
  const message = messageOf(error)
  if (events.listening.size === 0) noteTrouble({ kind: 'threw', message, place: errorPlace(error) })
  if (!events.complaints.includes(message)) events.complaints.push(message)
}

/** Stores the first reason, because later reasons may follow from it. */
export function noteTrouble(trouble: RecordingTrouble): void {
  events.lastEvent = Date.now()
  events.trouble ??= trouble
}

/** Returns the first line of a thrown value's message, and the next line after a colon. The value may be anything. */
export function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const [line = '', next = ''] = thrownText(error, 'message').split('\n', 2)
  if (line !== '') return line.endsWith(':') ? `${line} ${next.trim()}`.trim() : line
  if (first !== undefined && first !== error) return messageOf(first)
  return (error instanceof Error && thrownText(error, 'name')) || shownValue(error)
}

function shownValue(value: unknown): string {
  try {
    return String(value).split('\n', 1)[0] ?? ''
  } catch {
    return typeof value
  }
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
