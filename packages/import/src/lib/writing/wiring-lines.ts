import { getOrInsert } from '@mvc-router/router-core/tools'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { placeOfCall, type ProgramNode } from '../call-sites/call-sites.js'
import { specifierFrom, type ModuleStyle } from '../code/module-imports.js'
import { isModulePackage, shownPath, shownPlace } from '../files.js'
import type { RecordedProgram } from '../planning/recorded-program.js'
import type { KeptCall } from '../planning/route-plan.js'
import type { ProgramPlace } from '../record/recorded-application.js'
import { importLine } from '../script/import-line.js'
import { findSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { lastName, nodeIn } from '../script/syntax-fields.js'
import { localName, type EditedFile } from './move-handlers.js'
import type { ImportedRoute } from './write-route-files.js'

interface WiredImport {
  readonly program: RecordedProgram
  readonly routes: readonly ImportedRoute[]
  readonly kept: readonly KeptCall[]
  readonly routeFile: string
  readonly controllersFile: string
  readonly style: ModuleStyle
  readonly placeOf: (place: ProgramPlace) => ProgramPlace
  /** The files whose handlers have moved. */
  readonly edits: readonly EditedFile[]
}

export function wiringLines(imported: WiredImport, cwd: string): string[] {
  const { program, style, routes, placeOf } = imported
  const { application, entry } = program
  const { byPackage, isCaseSensitive } = application.root
  const place = placeOf(application.root.place ?? { file: entry, line: 1, column: 1 })
  const app = nameOfApplication(program)
  const names = ['RouterHandlerMapping', 'redirectToCanonical']
  const module = program.modules.read(place.file)
  const moved = imported.edits.find(({ file }) => file === place.file)
  const before = imported.kept.findLast((each) => each.position === 'before' && each.byPackage === undefined)
  const inserted = moved?.imported ?? []
  const handlers = (['controllers', 'middleware'] as const).map(
    (owner): readonly [name: string, local: string] =>
      inserted.find(([name]) => name === owner) ?? [owner, module ? localName(module, owner) : owner],
  )
  const others = handlers.filter((each) => !inserted.includes(each))
  // If the import of moved handlers is below the mapping, a new import above the mapping replaces the old import.
  const isReplaced =
    moved !== undefined &&
    !style.isEsModule &&
    (before?.place.file !== place.file || placeOf(before.place).line < moved.line)
  const importing = isReplaced ? [...inserted, ...others] : others
  const specifier = specifierFrom(place.file, imported.controllersFile, style)
  const made =
    byPackage === undefined
      ? `the application is made in line ${place.line}`
      : `${byPackage} makes the application in line ${place.line}; ${app} is the application of Express`
  return [
    ...outsideLines(imported, place.file, cwd),
    `In ${shownPath(cwd, place.file)} (${made}), add these lines before the first route or router${
      before === undefined ? '' : `, behind ${before.text} (${shownPlace(cwd, placeOf(before.place))})`
    }:`,
    '',
    `  ${importLine(names, '@mvc-router/router-core/express', style)}`,
    ...(importing.length > 0 ? [`  ${importLine(importing, specifier, style)}`] : []),
    '',
    '  const mapping = new RouterHandlerMapping({',
    `    routeFiles: ['${shownPath(cwd, imported.routeFile)}'],`,
    ...handlers.map(([name, local]) => `    ${name === local ? name : `${name}: ${local}`},`),
    // In Express, the last slash is optional, so existing applications omit it in links.
    ...(routes.some(({ path }) => path.endsWith('/?')) ? ['    reverseTrailingSlash: false,'] : []),
    '  })',
    `  ${app}.use(mapping.middleware)`,
    `  ${app}.use(redirectToCanonical(${isCaseSensitive ? '' : '{ ignoreCase: true }'}))`,
    `  ${app}.locals.ready = mapping.load()`,
    '',
    ...listenLines(imported, app, cwd),
    ...deletionLines(imported, cwd, isReplaced ? moved : undefined),
  ]
}

/** Returns a warning if a build compiles only a folder such as `src`, and the written module is beside this folder. */
function outsideLines(
  { routeFile, controllersFile, style }: WiredImport,
  file: string,
  cwd: string,
): string[] {
  const base = dirname(controllersFile)
  const [folder = '', ...below] = relative(base, file).split(sep)
  if (below.length === 0 || folder === '..') return []
  const compiler = style.isTypeScript ? 'tsc' : 'babel'
  const config = join(base, style.isTypeScript ? 'tsconfig.json' : 'package.json')
  const settings = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const compiles = style.isTypeScript
    ? /"(?:rootDir|include)"\s*:\s*\[?\s*"(?:\.\/)?([^/"]+)/g
    : /\bbabel\s+(?:\.\/)?([^\s/"&;|]+)\/?(?=\s[^"&;|]*(?:-d|--out-dir)\b)/g
  const folders = [...settings.matchAll(compiles)].map(([, name]) => name)
  if ((style.isTypeScript && !settings.includes('"outDir"')) || !folders.includes(folder)) return []
  const out = shownPath(cwd, join(base, folder, basename(routeFile)))
  return [
    `${shownPath(cwd, controllersFile)} is outside of ${folder}, the folder that ${compiler} compiles: import with --out ${out}`,
    '',
  ]
}

/** Returns `server` for `const server = module.exports = express()`, or `app` if the name is unknown. */
function nameOfApplication({ application, sites }: RecordedProgram): string {
  const place = application.root.place
  const call = place && sites.at(place)
  const before = call?.module.text.slice(0, call.node.start) ?? ''
  return (
    /([A-Za-z_$][\w$]*(?:\.[\w$]+)*)(?::[^=\n]{0,80})?\s{0,9}=(?:\s{0,9}(?:module\.)?exports(?:\.[\w$]+)?\s{0,9}=){0,2}\s{0,9}$/.exec(
      before.slice(-200),
    )?.[1] ?? 'app'
  )
}

/** Returns lines about the call of `listen`, which must run after loading. */
function listenLines({ program, placeOf }: WiredImport, name: string, cwd: string): string[] {
  const { application } = program
  const { listenPlace, factory } = application
  const call = (listenPlace && program.sites.at(listenPlace)) ?? unreachedListen(program)
  if (call === undefined)
    return [
      factory === undefined
        ? 'The file that listens must await app.locals.ready first.'
        : `The caller of ${factory === 'default' ? 'the exported function' : `${factory}()`} must await app.locals.ready before it listens.`,
    ]
  const place = placeOfCall(call)
  const { text: source } = call.module
  const receiver = nodeIn(nodeIn(call.node, 'callee') ?? call.node, 'object')
  // In `server.build().listen(3000)`, `server.build()` must run first, because the routes exist only after it.
  const made =
    application.root.byPackage !== undefined && receiver?.type === 'CallExpression' ? receiver : undefined
  const text = `${made === undefined ? '' : name}${source.slice(made?.end ?? call.node.start, call.node.end)}`
  const [first = '', ...more] = text.replaceAll(/\n[ \t]*\./g, '.').split('\n')
  const shown = more.length === 0 ? first : `${first} ...`
  const isSameFile = place.file === application.root.place?.file
  const app = isSameFile ? name : 'app'
  // For example `const server = app.listen(3000)`: the rest of the program may use `server`.
  const [assignment = '', keyword = '', server = ''] =
    /(?:\b(const |let |var ))?([\w$.]+(?::[^=;\n]{0,80}?)?) ?= ?$/.exec(
      source.slice(Math.max(0, call.node.start - 200), call.node.start),
    ) ?? []
  const given = server.replace(/:.*$/, '')
  const ready = mayAwait(call)
    ? [`  await ${app}.locals.ready`, `  ${assignment}${shown}`]
    : given === ''
      ? [`  ${app}.locals.ready.then(() => ${shown})`]
      : [
          ...(keyword === '' ? [] : [`  let ${server}`]),
          `  ${app}.locals.ready.then(() => {`,
          `    ${given} = ${shown}`,
          `    // Move code that needs ${given} at once to this place.`,
          '  })',
        ]
  return [
    `In ${shownPlace(cwd, placeOf(place))}, where it listens${isSameFile ? '' : ' (app is the application)'}:`,
    '',
    ...(made === undefined ? [] : [`  const ${name} = ${source.slice(made.start, made.end)}`]),
    ...ready,
  ]
}

/** Returns the only call of `listen`, if recording did not reach it, for example because it waits for a database. */
function unreachedListen({ application, modules, sites }: RecordedProgram): ProgramNode | undefined {
  const [call, ...others] = application.files
    .flatMap((file) => modules.read(file) ?? [])
    .flatMap((module) => sites.callsIn(module).map((node) => ({ node, module })))
    .filter(({ node }) => lastName(nodeIn(node, 'callee') ?? node) === 'listen')
  return others.length === 0 ? call : undefined
}

/** True in an async function, and at the top level of an ES module. */
function mayAwait({ module: { file, program }, node: { start, end } }: ProgramNode): boolean {
  const isAround = (each: SyntaxNode): boolean =>
    /Function|Method$/.test(each.type) && each.start <= start && end <= each.end
  const innermost = findSyntax(program, isAround).at(-1)
  if (innermost !== undefined) return innermost['async'] === true
  return /\.m[jt]s$/.test(file) || (isModulePackage(file) && !/\.c[jt]s$/.test(file))
}

/** Returns lines about calls to delete, such as `app.js:12-15,20`, and about packages that register routes. */
function deletionLines(
  { routes, placeOf }: WiredImport,
  cwd: string,
  replaced: EditedFile | undefined,
): string[] {
  const own = new Map<string, Set<number>>()
  if (replaced !== undefined) own.set(replaced.file, new Set([replaced.line]))
  const foreign = new Map<string, ImportedRoute[]>()
  for (const route of routes) {
    const { byPackage, place } = route.registration
    // A package may register routes in a call such as `app.listen()`, which must not be deleted.
    if (byPackage === undefined)
      getOrInsert(own, place.file, () => new Set<number>()).add(placeOf(place).line)
    else getOrInsert(foreign, byPackage, () => []).push(route)
  }
  const places = Array.from(own, ([file, lines]) => `${shownPath(cwd, file)}:${ranges([...lines])}`)
  return [
    ...(own.size === 0
      ? []
      : [
          '',
          `Then delete these calls, which the route files replace: ${places.join('; ')}`,
          'Leave the other code of these files, also app.use(router), because it may have other effects.',
        ]),
    ...Array.from(foreign, ([name, { length }]) => [
      '',
      `${name} registers ${length === 1 ? '1 line' : `${length} lines`} itself, and answers these requests until your controllers answer them: move one line at a time.`,
    ]).flat(),
  ]
}

/** Writes line numbers as ranges: `3-5,9`. */
function ranges(numbers: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const each of numbers.toSorted((one, other) => one - other)) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === each - 1) last[1] = each
    else found.push([each, each])
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',')
}
