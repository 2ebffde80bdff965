import { shownPath } from './shown-path.js'
import { UsageException } from '../terminal/usage-exception.js'
import { findEntries } from './find-entry.js'
import { hasRoutes, routersBelow, routersIn } from './planning/handler-kinds.js'
import { looksLikeHandler } from './program/evaluate/calls.js'
import { ProgramEvaluator } from './program/evaluate/evaluate-program.js'
import { listOf, undefinedValue } from './program/values/make-values.js'
import { ExpressRouter, type Value } from './program/values/values.js'

/** An application as its source tells it. */
export interface ReadApplication {
  readonly evaluator: ProgramEvaluator
  readonly entry: string
  readonly application: ExpressRouter
  /** The export of the entry that makes the application, where the entry alone makes none. */
  readonly factory: string | undefined
}

/** @throws UsageException where no application is found */
export function readApplication(cwd: string, named: string | undefined): ReadApplication {
  const entries = findEntries(cwd, named)
  if (entries.length === 0)
    throw new UsageException(
      'There is no program here',
      'name the file that starts the application: --entry src/app.js',
    )
  let best: ReadApplication | undefined
  for (const entry of entries) {
    const read = readEntry(cwd, entry)
    if (read === undefined) continue
    if (hasRoutes(read.application)) return read
    best ??= read
  }
  for (const entry of best === undefined ? entries : []) {
    const read = readFactory(cwd, entry)
    if (read !== undefined) return read
  }
  if (best !== undefined) return best
  const names = entries.slice(0, 3).map((entry) => shownPath(cwd, entry))
  throw new UsageException(
    `No Express application was found in ${names.join(', ')}`,
    'name the file that starts the application: --entry src/app.js',
  )
}

function readEntry(cwd: string, entry: string): ReadApplication | undefined {
  const evaluator = new ProgramEvaluator(cwd)
  evaluator.run(entry)
  const [unread] = evaluator.modules.unread
  if (unread?.place.file === entry)
    throw new UsageException(
      `${shownPath(cwd, entry)}:${unread.place.line}:${unread.place.column}: ${unread.message}`,
      'correct the file first: node --check tells the same',
    )
  const application = mainApplication(evaluator, entry) ?? givenApplication(evaluator, entry)
  return application && { evaluator, entry, application, factory: undefined }
}

/** `module.exports = () => { const app = express(); ...; return app }`, called without arguments. */
function readFactory(cwd: string, entry: string): ReadApplication | undefined {
  const evaluator = new ProgramEvaluator(cwd)
  let factory: string | undefined
  evaluator.run(entry, () => {
    for (const [name, value] of exportedValues(evaluator, entry)) {
      if (value.type !== 'function' || looksLikeHandler(value)) continue
      const { length } = evaluator.routers
      evaluator.callFunction(value, undefinedValue, [], value)
      if (!evaluator.routers.slice(length).some(({ isApplication }) => isApplication)) continue
      factory = name
      return
    }
  })
  const application = mainApplication(evaluator, entry)
  if (application === undefined || !hasRoutes(application)) return undefined
  return { evaluator, entry, application, factory }
}

function exportedValues(evaluator: ProgramEvaluator, entry: string): ReadonlyMap<string, Value> {
  const namespace = evaluator.evaluated.get(entry)?.namespace.fields ?? new Map<string, Value>()
  const value = exportedValue(evaluator, entry)
  const named =
    value?.type === 'object' || value?.type === 'function' ? value.fields : new Map<string, Value>()
  return new Map([...(value === undefined ? [] : [['default', value] as const]), ...namespace, ...named])
}

function mainApplication(evaluator: ProgramEvaluator, entry: string): ExpressRouter | undefined {
  const mounted = new Set(evaluator.routers.flatMap(({ registrations }) => registrations.flatMap(routersIn)))
  const roots = evaluator.routers.filter((router) => !mounted.has(router))
  const applications = roots.filter(({ isApplication }) => isApplication)
  const exported = exportedRouter(evaluator, entry)
  // A page that sets the program up, or tells its health, is smaller than the program.
  const withRoutes = applications
    .filter((each) => hasRoutes(each))
    .toSorted((one, other) => registrationCount(other) - registrationCount(one))
  return (
    withRoutes.find(({ listens }) => listens) ??
    withRoutes.find((each) => each === exported) ??
    withRoutes[0] ??
    (exported !== undefined && hasRoutes(exported) ? exported : undefined) ??
    applications[0]
  )
}

function registrationCount(application: ExpressRouter): number {
  return routersBelow(application).reduce((sum, { registrations }) => sum + registrations.length, 0)
}

function exportedRouter(evaluator: ProgramEvaluator, entry: string): ExpressRouter | undefined {
  const value = exportedValue(evaluator, entry)
  return value?.type === 'router' ? value : undefined
}

function exportedValue(evaluator: ProgramEvaluator, entry: string): Value | undefined {
  const evaluated = evaluator.evaluated.get(entry)
  const { moduleObject, namespace } = evaluated ?? {}
  return (
    namespace?.fields.get('default') ??
    namespace?.fields.get('export=') ??
    moduleObject?.fields.get('exports')
  )
}

/** A file that is given the application: `module.exports = (app) => { ... }`. */
function givenApplication(evaluator: ProgramEvaluator, entry: string): ExpressRouter | undefined {
  const value = exportedValue(evaluator, entry)
  if (value?.type !== 'function') return undefined
  const application = new ExpressRouter({ file: entry, line: 1, column: 1 }, true)
  evaluator.follow(entry, () => void evaluator.callValue(value, application, listOf([application]), value))
  return hasRoutes(application) ? application : undefined
}
