import { shownPath, shownPlace } from './shown-path.js'
import type { ImportedApplication } from './import-application.js'
import { importLine } from '../script/import-line.js'
import { specifierFrom } from './code/module-imports.js'

/** The few lines that put the route file to work in the application. */
export function wiringLines(imported: ImportedApplication, cwd: string): string[] {
  const { application } = imported.read
  const { file, line } = application.place
  const { style } = imported
  const ours = ['RouterHandlerMapping', 'redirectToCanonical']
  const written = ['controllers', 'middleware']
  const before = imported.plan.kept.findLast(({ position }) => position === 'before')
  const ignoresCase = !application.isCaseSensitive
  const load = style.isEsModule ? 'await mapping.load()' : 'mapping.load().then(() => app.listen(3000))'
  return [
    `In ${shownPath(cwd, file)} (the application is made in line ${line}), instead of the routes, ${
      before === undefined
        ? 'before the error handlers:'
        : `behind ${before.text} (${shownPlace(cwd, before.place)}):`
    }`,
    '',
    `  ${importLine(ours, '@mvc-router/router-core/express', style)}`,
    `  ${importLine(written, specifierFrom(file, imported.controllersFile, style), style)}`,
    '',
    '  const mapping = new RouterHandlerMapping({',
    `    routeFiles: ['${shownPath(cwd, imported.routeFile)}'],`,
    '    controllers,',
    '    middleware,',
    // Express forgives the last slash, and its users leave it out of their links.
    ...(imported.routes.some(({ path }) => path.endsWith('/?')) ? ['    reverseTrailingSlash: false,'] : []),
    '  })',
    '  app.use(mapping.middleware)',
    `  app.use(redirectToCanonical(${ignoresCase ? '{ ignoreCase: true }' : ''}))`,
    `  ${load}   // before it listens`,
  ]
}
