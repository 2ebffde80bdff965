import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoadedModule, ProcessRequest, Recording } from '../recorded-application.js'
import { ApplicationDescription, layerCount, type DescribedApplication } from './describe-application.js'
import { namespaceOf } from './exported-values.js'
import { isApplication, observed, observeExpress, type AnyFunction } from './observe-express.js'
import { errorPlace, packageOf } from './program-frames.js'
import { reach } from './reach.js'
import { standInFor } from './stand-in.js'
import { events, listeners, messageOf, preventListening } from './prevent-listening.js'
import { unloadablePackage } from './unloadable-package.js'

// Node loads this file before the program. When the program is idle, this file reports the layers of Express.

export interface PreloadSettings {
  readonly entry: string
  readonly standIns: readonly string[]
  /** In milliseconds. */
  readonly timeout: number
}

/** The time between two checks of the program, in milliseconds. */
const interval = 50
/** The idle time after which a listening program counts as ready, in milliseconds. */
const quietTime = 400
/** In milliseconds, for a program that waits for files or processes, exports its application, or listens without HTTP. */
const longQuietTime = 2500

const settings = JSON.parse(process.env['MVC_ROUTER_RECORD'] ?? '{}') as Partial<PreloadSettings>
const send = process.send?.bind(process)
if (settings.entry !== undefined && send !== undefined) {
  // Child processes of the program are not recorded, and the program itself sees no parent.
  delete process.env['MVC_ROUTER_RECORD']
  Reflect.deleteProperty(process, 'send')
  record({ standIns: [], timeout: 30_000, ...settings, entry: settings.entry })
}

function record({ entry, standIns, timeout }: PreloadSettings): void {
  const started = Date.now()
  // Ends this process with its parent.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
  process.setSourceMapsEnabled(true)
  // The default is ten frames, and Node's loader alone uses more.
  Error.stackTraceLimit = 50
  standInFor(standIns)
  const errors: unknown[] = []
  process.on('uncaughtException', (error) => errors.push(error))
  process.on('unhandledRejection', (error) => errors.push(error))
  preventListening()
  observeExpress()
  let isDone = false
  const finish = (isLate: boolean): void => {
    if (isDone) return
    isDone = true
    clearInterval(timer)
    // From now on, the channel keeps the process alive, for the report and for later requests.
    process.channel?.ref()
    report(isLate).catch(fail)
  }
  let last = started
  const timer = setInterval(() => {
    const now = Date.now()
    // A late timer shows that the program was busy.
    if (now - last > 3 * interval) observed.lastWork = now
    last = now
    const quiet = now - Math.max(observed.lastWork, events.lastEvent)
    if ((listeners().length > 0 || events.hasEnded) && quiet > (isWaiting() ? longQuietTime : quietTime))
      finish(false)
    else if (quiet > longQuietTime && (events.listening.size > 0 || hasExportedApplication())) finish(false)
    else if (now - started > timeout) finish(true)
  }, interval).unref()
  process.on('beforeExit', () => finish(false))

  async function report(isLate: boolean): Promise<void> {
    const described = await describe(entry)
    if (isLate && events.listening.size === 0)
      events.trouble ??= {
        kind: 'took too long',
        message: `it has not listened within ${timeout / 1000} second${timeout === 1000 ? '' : 's'}`,
        place: undefined,
      }
    const recording: Recording = {
      application: described?.application,
      trouble: events.trouble,
      complaints: events.complaints,
      connections: events.connections,
      unloadable: [...new Set(errors.flatMap((error) => unloadablePackage(error) ?? []))],
    }
    process.on('message', (request: ProcessRequest) => {
      void answer(request, described).then((result) => send?.({ recorded: result }), fail)
    })
    send?.({ recorded: recording })
  }
}

/** True if the program waits for a file, or for a process such as `npm --version`. */
function isWaiting(): boolean {
  return process.getActiveResourcesInfo().some((each) => /^(?:FSReq|ProcessWrap)/.test(each))
}

/** Sends an error of the report. As a rejection, it would reach the program's error listeners. */
function fail(error: unknown): void {
  const place = errorPlace(error)
  const where = place === undefined ? '' : ` (${basename(place.file)}:${place.line})`
  send?.({ recorded: { failure: messageOf(error) + where } })
}

async function answer(
  request: ProcessRequest,
  described: DescribedApplication | undefined,
): Promise<unknown> {
  if (request.type === 'load') return load(request.file, described)
  return request.requests.map((each) => {
    const handlers = described && reach(described.root, each)
    return handlers === undefined ? null : handlers.map((handler) => described?.numberOf(handler) ?? -1)
  })
}

/** Loads a written module in this process, so that it imports the recorded functions themselves. */
async function load(file: string, described: DescribedApplication | undefined): Promise<LoadedModule> {
  const isRequired = process.mainModule !== undefined && !file.endsWith('.mjs')
  const loaded: unknown = isRequired ? createRequire(file)(file) : await import(pathToFileURL(file).href)
  const members = loaded as Record<string, unknown>
  const whole = Object(members['controllers'] === undefined ? members['default'] : members) as typeof members
  const numbers = (value: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries(Object(value) as object)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => [
          name,
          [each]
            .flat()
            .map((item) => described?.numberOf(item) ?? -1)
            .join(),
        ]),
    )
  const controllers = Object.entries(Object(whole['controllers']) as object).flatMap(([name, controller]) =>
    Object.entries(numbers(controller)).map(([method, number]) => [`${name}.${method}`, number] as const),
  )
  return { controllers: Object.fromEntries(controllers), middleware: numbers(whole['middleware']) }
}

/** Describes the listening application, else the exported application, else the largest, else a factory's result. */
async function describe(entry: string): Promise<DescribedApplication | undefined> {
  const found = findApplication(await exportsOf(entry))
  if (found !== undefined && layerCount(found) > 0)
    return new ApplicationDescription().describe(found, undefined)
  const made = await callFactory(entry)
  if (made !== undefined) return new ApplicationDescription().describe(made.application, made.name)
  return found && new ApplicationDescription().describe(found, undefined)
}

function findApplication(exported: ReadonlyMap<string, unknown>): AnyFunction | undefined {
  for (const listener of listeners()) if (isApplication(listener)) observed.routers.add(listener)
  const applications = [...observed.routers].filter(isApplication)
  const sorted = applications
    .filter((each) => each['parent'] === undefined)
    .toSorted((one, other) => layerCount(other) - layerCount(one))
  const values = new Set(exported.values())
  const withLayers = sorted.filter((each) => layerCount(each) > 0)
  return (
    withLayers.find((each) => listeners().includes(each)) ??
    withLayers.find((each) => values.has(each)) ??
    withLayers[0] ??
    [...values].find(
      (each): each is AnyFunction => typeof each === 'function' && observed.routers.has(each as AnyFunction),
    ) ??
    sorted[0]
  )
}

/** True if a CommonJS program has run and exports an application. */
function hasExportedApplication(): boolean {
  const { loaded = false, exports } = process.mainModule ?? {}
  const values: unknown[] = Object.values({ exports, ...Object(exports) } as object)
  return loaded && values.some((each) => isApplication(each) && layerCount(each) > 0)
}

async function exportsOf(entry: string): Promise<ReadonlyMap<string, unknown>> {
  const cached = process.mainModule?.exports as unknown
  const loaded = cached ?? (await namespaceOf(pathToFileURL(entry).href))
  const values = new Map<string, unknown>([['default', loaded]])
  if (loaded !== null && (typeof loaded === 'object' || typeof loaded === 'function'))
    for (const [name, value] of Object.entries(loaded)) values.set(name, value)
  return values
}

/** Matches names of exported functions that may create an application. */
const factoryName = /app|server|create|build|make|init|bootstrap|setup|default/i

async function callFactory(entry: string): Promise<{ application: AnyFunction; name: string } | undefined> {
  for (const [name, value] of await exportsOf(entry)) {
    if (typeof value !== 'function' || isApplication(value) || value.length > 1) continue
    if (!factoryName.test(name) || /^class\b/.test(String(value)) || packageOf(entry) !== undefined) continue
    const before = new Set(observed.routers)
    try {
      await Promise.race([
        Reflect.apply(value, undefined, []) as unknown,
        new Promise((resolve) => void setTimeout(resolve, 5000)),
      ])
    } catch (error) {
      events.trouble ??= { kind: 'threw', message: messageOf(error), place: undefined }
    }
    const made = [...observed.routers].filter((each) => isApplication(each) && !before.has(each))
    const [largest] = made.toSorted((one, other) => layerCount(other) - layerCount(one))
    if (largest !== undefined) return { application: largest, name }
  }
  return undefined
}
