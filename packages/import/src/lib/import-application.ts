import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { unregisteredCalls, type UnregisteredCall } from './call-sites/unregistered-calls.js'
import { ModuleWriter } from './code/module-writer.js'
import type { ModuleStyle } from './code/module-imports.js'
import { isModulePackage, shownPath, shownPlace } from './files.js'
import { ImportException } from './import-exception.js'
import { HandlerNames, type NamedHandler } from './planning/handler-names.js'
import { RecordedProgram } from './planning/recorded-program.js'
import { planRoutes } from './planning/route-planner.js'
import type { KeptCall, PlannedComment, RoutePlan, Untranslated } from './planning/route-plan.js'
import { recordApplication, type RecordingProcess } from './record/record-application.js'
import type { ProgramPlace, Recording } from './record/recorded-application.js'
import type { StartCommand } from './record/start-command.js'
import { explainTrouble } from './record/explain-trouble.js'
import { verifyApplication, type Verification, type WrittenFault } from './verify/verify-application.js'
import { moveHandlers, placeAfter, refusedFiles, type EditedFile } from './writing/move-handlers.js'
import { wiringLines } from './writing/wiring-lines.js'
import { writeControllers } from './writing/write-controllers.js'
import { importedRoutes, writeRouteFiles, type ImportedRoute } from './writing/write-route-files.js'

/** Options of an import. */
export interface ImportOptions {
  readonly cwd: string
  /** The path of the main route file, relative to `cwd`. */
  readonly out: string
  /** Packages to replace with stand-ins, which accept every use and do nothing. */
  readonly standIns: readonly string[]
  readonly envFile: string | undefined
  /** In seconds. */
  readonly timeout: number
  /** Moves inline handlers to the module of controllers. This changes the source. */
  readonly movesHandlers: boolean
  /** Writes the recorded routes of an application that did not become ready. */
  readonly isPartial: boolean
}

/** The texts of an imported application, before they are written. */
export interface ImportedApplication {
  readonly recording: Recording
  readonly routes: readonly ImportedRoute[]
  readonly untranslated: readonly Untranslated[]
  /** Calls that look like routes, but did not run. */
  readonly unregistered: readonly UnregisteredCall[]
  readonly kept: readonly KeptCall[]
  /** Handlers to which the module of controllers cannot refer. */
  readonly missing: readonly NamedHandler[]
  /** Texts by absolute path: the route files and the module of controllers. */
  readonly outputs: ReadonlyMap<string, string>
  readonly routeFile: string
  readonly controllersFile: string
  /** The program's files without the moved handlers. */
  readonly edits: readonly EditedFile[]
  /** Returns the new position of a place, after handlers have moved. */
  readonly placeOf: (place: ProgramPlace) => ProgramPlace
  /** The code that loads the route file in the application. */
  readonly wiring: readonly string[]
  /**
   * Compares which handlers requests reach. The outputs must be written first.
   *
   * @throws ImportException
   */
  verify(): Promise<Verification>
  /**
   * Starts the program again, after its handlers have moved. Returns the error if it no longer starts.
   *
   * @throws ImportException
   */
  restart(): Promise<WrittenFault | undefined>
  /** Ends the process of the application. */
  close(): void
}

/** The words that mark a written file in its heading. */
export const importSignature = 'Written by mvc-router import'

/**
 * Starts an application, records its routes, and returns the texts of route files.
 *
 * @throws ImportException
 */
export async function importApplication(
  command: StartCommand,
  options: ImportOptions,
): Promise<ImportedApplication> {
  const started = await recordApplication(command, options)
  try {
    return planApplication(command, options, started)
  } catch (error) {
    started.close()
    throw error
  }
}

function planApplication(
  command: StartCommand,
  options: ImportOptions,
  started: RecordingProcess,
): ImportedApplication {
  const { entry } = command
  const { cwd } = options
  const { recording } = started
  const { application } = recording
  if (application === undefined || (recording.trouble !== undefined && !options.isPartial))
    throw explainTrouble(started, entry, options)
  const program = new RecordedProgram(application, entry)
  const routeFile = resolve(cwd, options.out)
  const style = styleOf(program)
  const controllersFile = nameControllersFile(routeFile, program, style)
  if (application.files.includes(controllersFile))
    throw new ImportException(
      `${shownPath(cwd, controllersFile)} is part of the application already`,
      'an application is imported once; write to another folder with --out',
    )
  const plan = planImport(options, program, controllersFile, style)
  const { names } = plan
  const unregistered = unregisteredCalls(program.sites, application.files)
  const reported = [...plan.untranslated, ...unmounted(program, plan, cwd)]
  const untranslated = [...new Map(reported.map((each) => [JSON.stringify(each), each])).values()]
  const moved = moveHandlers(names)
  const placeOf = (place: ProgramPlace): ProgramPlace => placeAfter(moved.files, place)
  const shown = (place: ProgramPlace): string => shownPlace(cwd, placeOf(place))
  const title = `# ${importSignature} from ${shownPath(cwd, entry)} (Express ${application.root.express}).`
  const comments = commentsOn(plan, unregistered, untranslated)
  const files = writeRouteFiles(plan, basename(routeFile), title, comments, shown)
  const outputs = new Map(files.map((file) => [join(dirname(routeFile), file.name), file.text]))
  outputs.set(controllersFile, writeControllers(names, shown, moved.constants, application))
  const routes = importedRoutes(files)
  const imported = { program, routes, untranslated, names, routeFile, controllersFile }
  return {
    recording,
    routes,
    untranslated,
    unregistered,
    kept: plan.kept,
    missing: names.missing,
    outputs,
    routeFile,
    controllersFile,
    edits: moved.files,
    placeOf,
    wiring: wiringLines({ ...imported, kept: plan.kept, style, placeOf, edits: moved.files }, cwd),
    verify: async () => verifyApplication(imported, started, cwd),
    restart: async () => {
      const again = await recordApplication(command, options)
      again.close()
      const { trouble } = again.recording
      if (trouble === undefined || recording.trouble !== undefined) return undefined
      const file = shownPath(cwd, trouble.place?.file ?? entry)
      const advice = 'restore the files of the program, and import without --move-handlers'
      return { file, message: `does not start with moved handlers: ${trouble.message}; ${advice}` }
    },
    close: () => started.close(),
  }
}

/** Plans the import. Plans it again if the written module must import files whose handlers would move. */
function planImport(
  { cwd, movesHandlers }: ImportOptions,
  program: RecordedProgram,
  controllersFile: string,
  style: ModuleStyle,
): RoutePlan {
  const planWith = (unmovable: ReadonlySet<string> | undefined): RoutePlan => {
    const { modules, application } = program
    const { files } = application
    const writer = new ModuleWriter({ file: controllersFile, style, modules, files, moves: movesHandlers })
    return planRoutes(program, new HandlerNames(writer, program, unmovable), cwd)
  }
  const planned = planWith(movesHandlers ? new Set() : undefined)
  const files = refusedFiles(planned.names)
  return files.size === 0 ? planned : planWith(files)
}

function unmounted(program: RecordedProgram, { routers }: RoutePlan, cwd: string): Untranslated[] {
  const layers = program.application.routers.flatMap((router) => router.layers)
  const answering = new Set(
    layers.flatMap(({ type, handlers }) =>
      type === 'route' ? handlers.map((use) => use.handler.router) : [],
    ),
  )
  return program.application.routers.flatMap((router) => {
    if (routers.has(router) || answering.has(router)) return []
    const made = router.place === undefined ? '' : ` (${shownPlace(cwd, router.place)})`
    return program
      .registrations(router)
      .filter(({ type }) => type === 'route')
      .map(({ place }) => ({
        place,
        reason: router.isApplication
          ? `The route belongs to another application${made}`
          : 'Its router is mounted nowhere',
        suggestion: router.isApplication
          ? 'import that application by itself: --entry'
          : 'mount it by app.use(path, router), delete it, or leave it in Express behind a function such as vhost',
      }))
  })
}

/** Returns comments for the start of the main file. The plan contains the comments that replace lines. */
function commentsOn(
  { kept, untranslated: written }: RoutePlan,
  unregistered: readonly UnregisteredCall[],
  untranslated: readonly Untranslated[],
): PlannedComment[] {
  const type = 'comment' as const
  // A package may add middleware around its routes in one call.
  const calls = new Map(kept.map((each) => [JSON.stringify(each.place), each]))
  return [
    ...Array.from(calls.values(), ({ place, text, position }) => ({
      type,
      text: `stays in the application, ${position} the mapping: ${text}`,
      place,
    })),
    ...unregistered.map(({ place, text }) => ({ type, text: `not registered here: ${text}`, place })),
    ...untranslated
      .filter((each) => !written.includes(each))
      .map(({ place, reason, suggestion }) => ({ type, text: `not imported: ${reason}`, place, suggestion })),
  ]
}

function styleOf({ application, entry, modules }: RecordedProgram): ModuleStyle {
  const { place } = application.root
  const module = modules.read(place?.file ?? entry) ?? modules.read(entry)
  const isTypeScript = module?.isTypeScript === true
  const isEsModule = isTypeScript || module?.isEsModule === true
  if (!isEsModule) return { isEsModule, isTypeScript, importExtension: '' }
  const imported = application.files.flatMap((file) => [
    ...(modules.read(file)?.text ?? '').matchAll(/from\s+['"](\.{1,2}\/[^'"]+)['"]/g),
  ])
  const extension = imported
    .map(([, specifier = '']) => /\.[mc]?[jt]s$/.exec(specifier)?.[0])
    .find((each) => each !== undefined)
  if (!isTypeScript) return { isEsModule, isTypeScript, importExtension: extension ?? '.js' }
  // Without relative imports, the package's type decides: ES modules of Node need the extension.
  const usual = imported.length === 0 && isModulePackage(entry) ? '.js' : ''
  return {
    isEsModule,
    isTypeScript,
    importExtension: extension === undefined ? usual : extension.endsWith('ts') ? '.ts' : '.js',
  }
}

function nameControllersFile(
  routeFile: string,
  { application, entry }: RecordedProgram,
  { isTypeScript, isEsModule }: ModuleStyle,
): string {
  const folder = dirname(routeFile)
  const source = extname(application.root.place?.file ?? entry)
  const isModule = isModulePackage(routeFile)
  const script = isEsModule ? (isModule || source !== '.mjs' ? '.js' : '.mjs') : isModule ? '.cjs' : '.js'
  const hasJsx = application.files.some((file) => file.endsWith('.tsx'))
  const extension = isTypeScript ? (hasJsx ? '.tsx' : '.ts') : script
  const file = join(folder, `controllers${extension}`)
  const isFree = !existsSync(file) || readFileSync(file, 'utf8').slice(0, 400).includes(importSignature)
  // A new file `controllers.js` would hide a folder with this name from `require('./controllers')`.
  const hidesFolder = ['index.js', 'index.ts', 'index.tsx', 'index.cjs', 'index.mjs'].some((name) =>
    existsSync(join(folder, 'controllers', name)),
  )
  return isFree && !hidesFolder ? file : join(folder, `route-controllers${extension}`)
}
