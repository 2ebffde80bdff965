import { routersIn } from './planning/handler-kinds.js'
import { shownPath, shownPlace } from './shown-path.js'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { Router, RouteFileParsingException } from '@mvc-router/router-core'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import { exportedValues } from './code/exported-values.js'
import { expressVersion, isModulePackage } from './find-entry.js'
import { moveHandlers, refusedFiles, type EditedFile } from './writing/move-handlers.js'
import { HandlerNames } from './planning/handler-names.js'
import type { ModuleStyle } from './code/module-imports.js'
import { ModuleWriter } from './code/module-writer.js'
import type { RoutePlan } from './planning/route-plan.js'
import type { Untranslated } from './program/evaluation.js'
import { foldRepeated } from './planning/repeated.js'
import { RoutePlanner } from './planning/route-planner.js'
import { readApplication, type ReadApplication } from './read-application.js'
import { writeControllers } from './writing/write-controllers.js'
import {
  importedRoutes,
  writeRouteFiles,
  type ImportedRoute,
  type WrittenFile,
} from './writing/write-route-files.js'
import { findUnloadedModules } from './program/evaluate/find-unloaded-modules.js'
import { findRouteCalls, findUnreachedCalls } from './program/evaluate/find-unreached-calls.js'

export interface ImportOptions {
  readonly cwd: string
  /** Where the main route file goes, relative to `cwd`. */
  readonly out: string
  readonly entry: string | undefined
  /** Whether files are replaced that the import has not written. */
  readonly force: boolean
  /** Whether inline handlers are moved to the module of controllers: changes the source. */
  readonly movesHandlers: boolean
}

/** What an import has read and written. */
export interface ImportedApplication {
  readonly read: ReadApplication
  readonly plan: RoutePlan
  readonly names: HandlerNames
  readonly routes: readonly ImportedRoute[]
  readonly untranslated: readonly Untranslated[]
  readonly files: readonly WrittenFile[]
  /** Absolute. */
  readonly routeFile: string
  readonly controllersFile: string
  readonly style: ModuleStyle
  /** The files of the program as they are without their inline handlers. */
  readonly edits: readonly EditedFile[]
}

const signature = 'Written by mvc-router import'

/**
 * Reads an application, and writes its route files and the module of its controllers.
 *
 * @throws UsageException
 */
export async function importApplication(options: ImportOptions): Promise<ImportedApplication> {
  const { cwd } = options
  const read = readApplication(cwd, options.entry)
  const express = expressVersion(read.entry) ?? 5
  const routeFile = resolve(cwd, options.out)
  const style = styleOf(read)
  const controllersFile = nameControllersFile(routeFile, read, style)
  if (read.evaluator.evaluated.has(controllersFile))
    throw new UsageException(
      `${shownPath(cwd, controllersFile)} is part of the application already`,
      'an application is imported once; write to another folder with --out',
    )
  const { planner, plan, names, writer } = planImport(options, read, { express, controllersFile, style })
  const others = foldRepeated(unread(read, planner, cwd))
  const untranslated = [...foldRepeated(plan.untranslated), ...others]
  const files = writeRouteFiles(plan, basename(routeFile), headingOf(read, plan, others, { cwd, express }))
  const moved = moveHandlers(names, writer, style)
  const outputs = new Map(files.map((file) => [join(dirname(routeFile), file.name), file.text]))
  outputs.set(
    controllersFile,
    writeControllers(names, writer, style, ({ place }) => shownPlace(cwd, place), moved.constants),
  )
  if (!options.force) refuseToReplace([...outputs.keys()], cwd)
  await writeFiles(new Map(Array.from(outputs, ([file, text]) => [shownPath(cwd, file), text])), cwd)
  await checkRouteFile(routeFile, cwd)
  return {
    read,
    plan,
    names,
    routes: importedRoutes(files),
    untranslated,
    files,
    routeFile,
    controllersFile,
    style,
    edits: moved.files,
  }
}

interface PlanSettings {
  readonly express: 4 | 5
  readonly controllersFile: string
  readonly style: ModuleStyle
}

/** Plans once, and once more where it turns out that a handler cannot move. */
function planImport(
  { cwd, movesHandlers }: ImportOptions,
  { evaluator, application }: ReadApplication,
  { express, controllersFile, style }: PlanSettings,
): { planner: RoutePlanner; plan: RoutePlan; names: HandlerNames; writer: ModuleWriter } {
  const exported = exportedValues(evaluator)
  const planWith = (unmovable: ReadonlySet<string> | undefined): ReturnType<typeof planImport> => {
    const writer = new ModuleWriter({
      file: controllersFile,
      style,
      evaluator,
      exported,
      moves: movesHandlers,
    })
    const names = new HandlerNames(writer, evaluator, unmovable)
    const planner = new RoutePlanner({ evaluator, names, express, cwd })
    return { planner, plan: planner.plan(application), names, writer }
  }
  const planned = planWith(movesHandlers ? new Set() : undefined)
  const files = refusedFiles(planned.names, planned.writer)
  return files.size === 0 ? planned : planWith(files)
}

/** Reads the written route files at once, so that a mistake of the command is reported as such. */
async function checkRouteFile(routeFile: string, cwd: string): Promise<void> {
  try {
    await Router.load(routeFile, { cwd, onWarning: () => {} })
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    throw new UsageException(
      `The route file that was written is refused:\n${error.message}`,
      'this is a mistake of mvc-router import; correct the line by hand, and please report it',
      { cause: error },
    )
  }
}

/** What the reader could not follow, with every route that was lost by it. */
function unread(
  { evaluator, application, entry }: ReadApplication,
  planner: RoutePlanner,
  cwd: string,
): Untranslated[] {
  const files = evaluator.modules.unread.map(({ place, message }) => ({
    place,
    reason: `The file cannot be read: ${message}`,
    suggestion: 'correct it; the routes in it are not imported',
  }))
  const answering = new Set(
    evaluator.routers.flatMap(({ registrations }) =>
      registrations.filter(({ type }) => type === 'route').flatMap(routersIn),
    ),
  )
  const routers = evaluator.routers
    .filter((router) => router !== application && !planner.has(router) && !answering.has(router))
    .flatMap((router) =>
      router.registrations
        .filter(({ type }) => type === 'route')
        .map(({ place }) => ({
          place,
          reason: router.isApplication
            ? `The route belongs to another application (${shownPlace(cwd, router.place)})`
            : 'Where its router is mounted is known at run time only',
          suggestion: router.isApplication
            ? 'import that application on its own: --entry'
            : 'mount the router by app.use(path, router) in a file that the entry reaches',
        })),
    )
  const calls = findUnreachedCalls(evaluator).map(({ place, text }) => ({
    place,
    reason: `Nothing that the entry runs leads to ${text}`,
    suggestion: 'name the file that calls it: --entry; or write the line by hand',
  }))
  const unloaded = findUnloadedModules(evaluator, entry)
    .flatMap(findRouteCalls)
    .map(({ place, text }) => ({
      place,
      reason: `The entry was not seen to load this file: ${text}`,
      suggestion: 'load it by a path that is written out, or write the line by hand, unless it is not in use',
    }))
  return [...files, ...evaluator.problems, ...routers, ...calls, ...unloaded]
}

function headingOf(
  { entry, evaluator }: ReadApplication,
  plan: RoutePlan,
  others: readonly Untranslated[],
  { cwd, express }: { readonly cwd: string; readonly express: 4 | 5 },
): string[] {
  return [
    `# ${signature} from ${shownPath(cwd, entry)} (Express ${express}).`,
    ...plan.kept.map(
      ({ place, text, position }) =>
        `# stays in the application, ${position} the mapping: ${text} (${shownPlace(cwd, place)})`,
    ),
    ...[...evaluator.assumptions].map(([name, value]) => `# ${name} is taken as "${value}", its default`),
    ...others.map(
      ({ place, reason, suggestion }) =>
        `# not imported: ${reason} (${shownPlace(cwd, place)}); ${suggestion}`,
    ),
    '',
  ].map((line) => line.replaceAll(/\s+/g, ' '))
}

function refuseToReplace(files: readonly string[], cwd: string): void {
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) continue
    if (stat.isDirectory())
      throw new UsageException(`${shownPath(cwd, file)} is a folder`, '--out names a file: --out routes.conf')
    const text = readFileSync(file, 'utf8')
    if (
      text.slice(0, 400).includes(signature) ||
      /^# The routes of .*, included by another route file/.test(text)
    )
      continue
    throw new UsageException(
      `${shownPath(cwd, file)} is there already, and was not written by an import`,
      'write to another place with --out, or replace it with --force',
    )
  }
}

function styleOf({ entry, application, evaluator }: ReadApplication): ModuleStyle {
  const module =
    evaluator.evaluated.get(application.place.file)?.module ?? evaluator.evaluated.get(entry)?.module
  const isTypeScript = module?.isTypeScript === true
  const isEsModule = isTypeScript || module?.isEsModule === true
  if (!isEsModule) return { isEsModule, isTypeScript, importExtension: '' }
  const imported = [...evaluator.evaluated.values()].flatMap((each) => [
    ...each.module.source.text.matchAll(/from\s+['"](\.{1,2}\/[^'"]+)['"]/g),
  ])
  const extension = imported
    .map(([, specifier = '']) => /\.[mc]?[jt]s$/.exec(specifier)?.[0])
    .find((each) => each !== undefined)
  if (!isTypeScript) return { isEsModule, isTypeScript, importExtension: extension ?? '.js' }
  // Where no file of the program imports another, its package tells: modules of Node name their files whole.
  const usual = imported.length === 0 && isModulePackage(entry) ? '.js' : ''
  return {
    isEsModule,
    isTypeScript,
    importExtension: extension === undefined ? usual : extension.endsWith('ts') ? '.ts' : '.js',
  }
}

function nameControllersFile(
  routeFile: string,
  { application, evaluator }: ReadApplication,
  style: ModuleStyle,
): string {
  const folder = dirname(routeFile)
  const source = extname(application.place.file)
  const isModule = isModulePackage(routeFile)
  const extension = style.isTypeScript
    ? [...evaluator.evaluated.keys()].some((file) => file.endsWith('.tsx'))
      ? '.tsx'
      : '.ts'
    : style.isEsModule
      ? isModule || source !== '.mjs'
        ? '.js'
        : '.mjs'
      : isModule
        ? '.cjs'
        : '.js'
  const file = join(folder, `controllers${extension}`)
  const isFree = !existsSync(file) || readFileSync(file, 'utf8').slice(0, 400).includes(signature)
  // `require('./controllers')` would find the file and no longer the folder.
  const hidesFolder = ['index.js', 'index.ts', 'index.tsx', 'index.cjs', 'index.mjs'].some((name) =>
    existsSync(join(folder, 'controllers', name)),
  )
  return isFree && !hidesFolder ? file : join(folder, `route-controllers${extension}`)
}
