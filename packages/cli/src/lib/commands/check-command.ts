import { formatProblem, type RouteFileProblem } from '@mvc-router/router-core'
import { checkRedirects } from '../check/check-redirects.js'
import { checkTemplates, type TemplateReport } from '../check/check-templates.js'
import { readPair, type CommandArguments } from './command-options.js'
import type { Command } from './command.js'
import { templateEngines, type TemplateEngine } from '../links/find-links.js'
import type { NunjucksOptions } from '../links/nunjucks-links.js'
import { loadRouter } from '../routes/load-router.js'
import { paintProblem } from '../terminal/paint-problem.js'
import type { Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'

/** `mvc-router check`: the route files, and every link of the templates. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'Finds mistakes in route files, and links in templates and programs that cannot work.',
  synopsis: "[--templates 'views/**/*'] [--strict]",
  options: {
    templates: { type: 'string', multiple: true, short: 't' },
    engine: { type: 'string', multiple: true },
    attribute: { type: 'string' },
    'nunjucks-tags': { type: 'string' },
    strict: { type: 'boolean' },
    verbose: { type: 'boolean', short: 'v' },
  },
  help: [
    ['-t, --templates GLOB', 'templates and programs to check; repeatable, "!GLOB" leaves out'],
    ['--engine .html=nunjucks', `how files of another extension are read: ${templateEngines.join(', ')}`],
    ['--attribute NAME', 'the attributeName of RouterModelAttribute; default route'],
    ["--nunjucks-tags '<% %> <$ $>'", "Nunjucks' delimiters of blocks and variables"],
    ['--strict', 'warnings, and code that cannot be read, count as errors'],
    ['-v, --verbose', 'say where the links are that cannot be checked'],
  ],
  async run(args, terminal) {
    const options = {
      cwd: terminal.cwd,
      templates: [...args.list('templates'), ...args.positionals],
      engines: readEngines(args),
      attributeName: args.text('attribute') ?? 'route',
      nunjucks: readNunjucksTags(args),
    }
    const told: string[] = []
    const router = await loadRouter(args, terminal.cwd, (message) => told.push(message))
    const { warnings: routeWarnings } = router
    // Loading tells of what the router knows as well.
    const known = new Set(routeWarnings.map(formatProblem))
    const warnings = told.filter((message) => !known.has(message))
    const redirects = await checkRedirects(router, terminal.cwd)
    const report = await checkTemplates(router, options)
    const errors = [...redirects, ...report.errors]
    const warningCount = warnings.length + routeWarnings.length
    if (args.flag('json')) {
      const { unknown, ...rest } = report
      const summary = { routes: router.routes.length, ...rest, unknownFiles: Object.fromEntries(unknown) }
      terminal.print(
        JSON.stringify(
          { ...summary, errors, warnings: [...routeWarnings, ...warnings.map(toJson)] },
          null,
          2,
        ),
      )
    } else {
      for (const error of errors) terminal.print(`${paintProblem(error, 'red', terminal)}\n`)
      for (const warning of routeWarnings) terminal.print(`${paintWarning(warning, terminal)}\n`)
      for (const warning of warnings) terminal.print(`${terminal.paint('yellow', `Warning: ${warning}`)}\n`)
      if (args.flag('verbose')) printUnchecked(report, terminal)
      printSummary(
        router.routes.length,
        errors.length,
        warningCount,
        options.templates.length > 0,
        report,
        terminal,
      )
    }
    const strictFindings = args.flag('strict') ? warningCount + report.unread.length : 0
    return errors.length + strictFindings > 0 ? 1 : 0
  },
}

function toJson(message: string): { message: string } {
  return { message }
}

function paintWarning(warning: RouteFileProblem, terminal: Terminal): string {
  return paintProblem({ ...warning, message: `Warning: ${warning.message}` }, 'yellow', terminal)
}

function printUnchecked({ dynamic, unread }: TemplateReport, { print }: Terminal): void {
  for (const { file, line, column } of dynamic)
    print(`${file}:${line}:${column}  the action is known at run time only`)
  for (const { file, line, column, message } of unread)
    print(`${file}:${line}:${column}  not read: ${message}`)
  if (dynamic.length + unread.length > 0) print('')
}

function printSummary(
  routes: number,
  errors: number,
  warnings: number,
  hasTemplates: boolean,
  report: TemplateReport,
  { print, paint }: Terminal,
): void {
  const { files, links, dynamic, unread, ignored, unknown } = report
  const checked = hasTemplates
    ? `${count(routes, 'route')}, ${count(links, 'link')} in ${count(files, 'file')}`
    : `${count(routes, 'route')}; no templates: --templates 'views/**/*'`
  print(paint('bold', `Checked ${checked}`))
  if (dynamic.length > 0)
    print(`Not checked: ${count(dynamic.length, 'link')} whose action is known at run time only (--verbose)`)
  if (unread.length > 0) print(`Not read: ${count(unread.length, 'piece')} of code (--verbose)`)
  if (ignored > 0) print(`Ignored: ${count(ignored, 'finding')}`)
  if (hasTemplates && files === 0 && unknown.size === 0) print('No file is named so by --templates')
  if (unknown.size > 0) {
    const list = [...unknown].map(([extension, number]) => `${number} ${extension || 'without extension'}`)
    print(`Of no known engine: ${list.join(', ')} (--engine .html=nunjucks)`)
  }
  const result = `${count(errors, 'error')}, ${count(warnings, 'warning')}`
  print(paint(errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green', result))
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

function readEngines(args: CommandArguments): Map<string, TemplateEngine> {
  return new Map(
    args.list('engine').map((text) => {
      const [extension, name] = readPair(text, '--engine')
      const engine = templateEngines.find((known) => known === name)
      if (engine === undefined)
        throw new UsageException(`--engine: "${name}" is none of ${templateEngines.join(', ')}`)
      return [`.${extension.replace(/^\./, '').toLowerCase()}`, engine]
    }),
  )
}

function readNunjucksTags(args: CommandArguments): NunjucksOptions | undefined {
  const text = args.text('nunjucks-tags')
  if (text === undefined) return undefined
  const [blockStart, blockEnd, variableStart, variableEnd, ...more] = text.trim().split(/\s+/)
  if (blockStart === undefined || blockEnd === undefined || more.length > 0)
    throw new UsageException("--nunjucks-tags: expected two or four delimiters, as '<% %> <$ $>'")
  const variables =
    variableStart === undefined || variableEnd === undefined ? {} : { variableStart, variableEnd }
  return { tags: { blockStart, blockEnd, ...variables } }
}
