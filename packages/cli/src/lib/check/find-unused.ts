import { BadRequestException, type Route, type Router } from '@mvc-router/router-core'
import { attempt, getOrInsert } from '@mvc-router/router-core/tools'
import { basename, dirname } from 'node:path'
import { glob } from 'tinyglobby'
import { isGenerated } from '../engines/template-files.js'
import { isNameable, routerOfRoutes, splitAction } from '../route-parts.js'
import type { ProjectTable } from '../routes/project-table.js'
import type { SourceText } from '../terminal/source-text.js'
import { readText } from '../terminal/read-text.js'
import { isIgnored, type Finding } from './finding.js'
import type { ReadProject } from '../programs/read-project.js'
import type { ControllerIndex } from '../programs/controller-index.js'
import type { ProjectFile } from '../programs/project-file.js'

const severity = 'warning'

/** Tests are not checked, but a line that a test requests is used. */
const testFiles = [
  '**/{test,tests,__tests__,e2e,cypress}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}',
  '**/*.{test,spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}',
]

/**
 * Finds public actions without a line, lines that nothing uses, and views that nothing renders. A line or view counts
 * as used if any file contains its name, or a path that the line answers.
 *
 * @param linesOf `tested` reports unused lines only if tests use at least half of the lines, because only tests show
 * requests from outside
 */
export async function findUnused(
  table: ProjectTable,
  { files: read, controllers }: ReadProject,
  linesOf: 'tested' | 'any',
): Promise<Finding[]> {
  const { router, folder: cwd } = table
  const files = read.filter(({ source }) => !isGenerated(source.text))
  const texts = new Map(files.map(({ source }) => [source.file, source.text]))
  const tests = await glob(testFiles, { cwd, ignore: ['**/{node_modules,dist,dist-test,build}/**'] })
  const testTexts = (await Promise.all(tests.map((path) => readText(cwd, path)))).map((text = '') => text)
  tests.forEach((path, index) => texts.set(path, testTexts[index] ?? ''))
  const hasLines = linesOf === 'any' || (tests.length > 0 && areTested(router, testTexts))
  return [
    ...unusedActions(router, files, controllers),
    ...(hasLines ? unusedLines(table, files, [...texts.values()]) : []),
    ...unusedViews(router, files, texts),
  ]
}

function unusedActions(
  router: Router,
  files: readonly ProjectFile[],
  controllers: ControllerIndex,
): Finding[] {
  const checked = new Set(files)
  const routed = new Set(router.routes.map(({ action }) => splitAction(action)[0].toLowerCase()))
  return [...controllers.names].flatMap((controller) => {
    const isKnown = routed.has(controller.toLowerCase()) || controllers.isRegistered(controller)
    if (!isKnown || !controllers.isComplete(controller)) return []
    return controllers.methodsOf(controller).flatMap(({ file, holder, method }) => {
      const action = `${controller}.${method.name}`
      const isUsed =
        method.isRouted === true ||
        router.table.actions.candidates(action).length > 0 ||
        holder.ownUses.some(({ name, start }) => name === method.name && start !== method.start) ||
        controllers.usesOf(action).length > 0
      if (isUsed || !checked.has(file)) return []
      const { source } = file
      const message = `No line has the action "${action}"`
      const place = source.place(method.start)
      return isIgnored(place, source) ? [] : [{ code: 'W_ACTION_UNUSED', message, severity, ...place }]
    })
  })
}

function unusedLines(
  table: ProjectTable,
  files: readonly ProjectFile[],
  texts: readonly string[],
): Finding[] {
  const { router } = table
  const used = usedRoutes(router, files, texts)
  return router.routes.flatMap((route) => {
    // Visitors reach redirections and files by URL. If the path contains the action, each request may run a different
    // action.
    if (used.has(route) || !isNameable(route)) return []
    const place = table.placeOf(route)
    const source = table.documents.get(table.pathOf(route.file))?.source
    if (source !== undefined && isIgnored(place, source)) return []
    const message = `No link, redirection or test names the action "${route.action}"`
    return [{ code: 'W_LINE_UNUSED', message, severity, ...place, column: 1 }]
  })
}

function areTested(router: Router, texts: readonly string[]): boolean {
  const used = [...usedRoutes(router, [], texts)].filter(isNameable)
  return used.length * 2 >= router.routes.filter(isNameable).length
}

function usedRoutes(
  router: Router,
  files: readonly ProjectFile[],
  texts: readonly string[],
): ReadonlySet<Route> {
  const linked = files.flatMap(({ links }) => links.flatMap(({ actions }) => actions.map(({ text }) => text)))
  const redirected = router.routes.flatMap(({ target }) =>
    target.type === 'redirectToAction' ? [target.call.action] : [],
  )
  const indexes = [...linked, ...redirected].flatMap((text) =>
    router.table.actions.candidates(text.replace(/\(.*$/s, '')).map(({ index }) => index),
  )
  const used = new Set(indexes.flatMap((index) => router.routes[index] ?? []))
  const names = new Set(texts.flatMap(dottedNames))
  const words = new Set(
    texts.flatMap((text) => [...text.matchAll(/["'`]([\w.:/-]+)["'`]/g)].map(([, word]) => word)),
  )
  for (const route of router.routes)
    if (names.has(route.action.toLowerCase()) || words.has(String(route.modifiers['name']))) used.add(route)
  const open = router.routes.filter((route) => !used.has(route) && isNameable(route))
  const matching = routerOfRoutes(open, router)
  const methods = new Set(open.flatMap(({ method }) => (method === '*' ? ['GET'] : method.split('|'))))
  const paths = new Set(texts.flatMap(writtenPaths))
  const wholes = open.map((route) => ({ route, whole: segmentsOf(route.path) }))
  for (const path of paths) {
    for (const method of methods) {
      // A test may request an invalid path on purpose.
      const found = attempt(BadRequestException, () => matching.match({ method, path }))
      if (found !== undefined && !(found instanceof BadRequestException)) used.add(found.route)
    }
    const written = segmentsOf(path.split(/[?#]/, 1)[0] ?? '')
    for (const { route, whole } of wholes) if (isEndOf(written, whole, paths)) used.add(route)
  }
  return used
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** Finds `a.b` and `b.c` in `a.b.c`, and `a.b` in the client's `a_b` and in `linkTo(A).action('b')`, in lower case. */
function dottedNames(text: string): string[] {
  const built = text.matchAll(
    /\blinkTo\(\s{0,9}(\w{1,99})[^()]{0,99}\)\s{0,99}\.action\(\s{0,9}["'`](\w{1,99})/g,
  )
  const names = [...text.matchAll(/[\w$.]+/g)].flatMap(([token]) => {
    const parts = token.toLowerCase().split(token.includes('.') ? '.' : '_')
    return parts.slice(1).map((part, index) => `${parts[index]}.${part}`)
  })
  return [...names, ...Array.from(built, ([, owner, name]) => `${owner}.${name}`.toLowerCase())]
}

/**
 * A test may keep the start of its paths in a variable: `${loans}/${id}/return`. Then `/1/return` is the end of
 * `/loans/{id}/return`. The last segments must be equal, or a file must contain `/loans`.
 */
function isEndOf(written: readonly string[], whole: readonly string[], paths: ReadonlySet<string>): boolean {
  const start = whole.length - written.length
  return (
    written.length > 0 &&
    start > 0 &&
    written.every((segment, index) => {
      const other = whole[start + index] ?? ''
      return segment === other || other.includes('{')
    }) &&
    (written.at(-1) === whole.at(-1) || paths.has(`/${whole.slice(0, start).join('/')}`))
  )
}

/** Matches an expression in a path: `${id}`, `{{ id }}`, `<%= id %>`. */
const hole = /(?<=[\w/=-])(?:\$\{[^{}]*\}|\{\{[^{}]*\}\}|<%[^%]*%>)/g

/** Finds paths in quotes, such as `'/users/5'` and `${origin}/users/${id}`. The number 1 replaces each expression. */
function writtenPaths(text: string): string[] {
  const withoutHoles = text.replaceAll(hole, '1')
  return [...withoutHoles.matchAll(/["'`}](\/[^"'`\s<>]{0,300})/g)].flatMap(([, path = '']) => path)
}

/** Finds views whose name appears in no other file. */
function unusedViews(
  router: Router,
  files: readonly ProjectFile[],
  texts: ReadonlyMap<string, string>,
): Finding[] {
  const mentioned = new Map<string, Set<string>>()
  const note = (name: string, file: string): void => {
    getOrInsert(mentioned, name, () => new Set()).add(file)
  }
  for (const [file, text] of texts) for (const name of viewNames(text)) note(name, file)
  for (const { target, file } of router.routes)
    if (target.type === 'view') note(nameOfView(target.view), `${file} `)
  const views = files.filter(({ engine }) => engine.isProgram !== true).map(({ source }) => source)
  const placesOf = ({ file }: SourceText): string[] =>
    [...(mentioned.get(nameOfView(file)) ?? [])].filter((place) => place !== file)
  const folders = [...texts.values()].flatMap(builtFolders)
  const isBuilt = (file: string): boolean =>
    folders.some((folder) => `/${dirname(file)}/`.endsWith(`/${folder}`))
  // If no program names a view, the programs that render views are outside the project.
  const isView = new Set(views.map(({ file }) => file))
  if (!views.some((view) => placesOf(view).some((place) => !isView.has(place)))) return []
  return views.flatMap((source) => {
    const place = source.place(0)
    const { file } = source
    if (placesOf(source).length > 0 || isDefaultLayout(file) || isBuilt(file) || isIgnored(place, source))
      return []
    const message = 'No action and no other view renders this view'
    return [{ code: 'W_VIEW_UNUSED', message, severity, ...place }]
  })
}

/** Finds words that may name views: after a quote or one of `/:(}`, and in tags: `{{> form}}`, `include form`. */
function viewNames(text: string): string[] {
  const found = text.matchAll(/(?:["'`/:(}]|\{\{(?:~?#?>|!<)\s?|\b(?:include|extends|import)\s+)([\w-]+)/g)
  return [...found].map(([, name = '']) => nameOfView(name))
}

/** Returns `errors/` for `'errors/' + status` and `errors/${status}`, which may name each view of the folder. */
function builtFolders(text: string): string[] {
  const found = text.matchAll(/["'`]((?:[\w-]+\/)+)(?:["'`]\s*\+|\$\{)/g)
  return [...found].map(([, folder = '']) => folder)
}

/** Returns `form` for `views/users/_form.html.njk`. */
function nameOfView(path: string): string {
  const [name = ''] = basename(path).split('.')
  return name.replace(/^_+/, '').toLowerCase()
}

/** True for a default layout of express-handlebars, hbs or express-ejs-layouts. No file needs to name it. */
function isDefaultLayout(file: string): boolean {
  return /(?:^|\/)(?:layouts\/main\.\w+|layout\.(?:hbs|handlebars|ejs|html))$/.test(file)
}
