import { ambientOption, flagOption } from '../options/command-options.js'
import { extname } from 'node:path'
import { adoptedUrlJson, countClasses } from '../adopt/adopted-url-json.js'
import { checkProject, type ProjectReport } from '../check/check-project.js'
import { withoutSeverity } from '../check/finding.js'
import type { Command } from './command.js'
import { templateOptions } from '../options/template-options.js'
import { paintProblem } from '../terminal/paint-problem.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { counted } from '../terminal/counted.js'

export const checkCommand: Command = {
  name: 'check',
  summary: 'Finds mistakes in route files, and broken links in templates and programs.',
  synopsis: '[--hard-coded] [--strict] [FILE ...]',
  example: "mvc-router check 'views/**'",
  options: {
    'hard-coded': flagOption(
      'report dead URLs and wrong methods as errors, and URLs that could be links as warnings',
    ),
    ...templateOptions,
    ...ambientOption,
    strict: flagOption('count warnings and unreadable code as errors'),
    verbose: flagOption('list links that cannot be checked, and unreadable code', 'v'),
  },
  names: [['FILE', 'templates and programs, or globs; default all below this folder']],
  async run(args, terminal) {
    const report = await checkProject(args, terminal.cwd)
    const isHardCoded = args.flag('hard-coded')
    const errors = report.findings.filter(({ severity }) => severity === 'error')
    const warnings = report.findings.filter(({ severity }) => severity === 'warning')
    if (args.flag('json')) {
      const { routes, files, links, ignored, dynamic, unread, unknown: unknownFiles, written } = report
      const counts = countClasses(written)
      const hardCoded = isHardCoded ? { links: written.map(adoptedUrlJson), counts } : { counts }
      const facts = { routes, files, links, ignored, dynamic, hardCoded, unknownFiles }
      const lists = Object.entries({ unread, errors, warnings }).map(
        ([name, findings]) => [name, findings.map(withoutSeverity)] as const,
      )
      printJson(terminal, { ...facts, ...Object.fromEntries(lists) })
    } else {
      for (const error of errors) terminal.print(`${paintProblem(error, 'red', terminal)}\n`)
      for (const warning of warnings) {
        const problem = { ...warning, message: `Warning: ${warning.message}` }
        terminal.print(`${paintProblem(problem, 'yellow', terminal)}\n`)
      }
      if (args.flag('verbose')) printUnchecked(report, terminal)
      printSummary(errors.length, warnings.length, report, isHardCoded, terminal)
    }
    const strictFindings = args.flag('strict') ? warnings.length + report.unread.length : 0
    if (errors.length + strictFindings > 0) return 1
    if (report.isChecked) return 0
    const [message, hint] = nothingToLookAt(report)
    terminal.complain(`${message}\n  hint: ${hint}`)
    return 2
  },
}

function printUnchecked({ dynamic, unread, unknown }: ProjectReport, { print }: Terminal): void {
  for (const { file, line, column } of dynamic)
    print(`${file}:${line}:${column}  the action is known at run time only`)
  for (const { file, line, column, message } of unread)
    print(`${file}:${line}:${column}  not read: ${message}`)
  for (const path of unknown) print(`${path}  not read: its engine is unknown`)
  if (dynamic.length + unread.length + unknown.length > 0) print('')
}

function printSummary(
  errors: number,
  warnings: number,
  report: ProjectReport,
  isHardCoded: boolean,
  { print, paint }: Terminal,
): void {
  const { routes, files, links, dynamic, unread, ignored, unknown, written } = report
  const checked = `${counted(routes, 'route')}, ${counted(links, 'link')} in ${counted(files, 'file')}`
  print(paint('bold', `Checked ${checked}`))
  const { adoptable } = countClasses(written)
  if (adoptable > 0 && !isHardCoded)
    print(`Written out by hand: ${counted(adoptable, 'URL')} that could be links (mvc-router adopt)`)
  if (dynamic.length > 0)
    print(
      `Not checked: ${counted(dynamic.length, 'link')} whose action is known at run time only (--verbose)`,
    )
  if (unread.length > 0) print(`Not read: ${counted(unread.length, 'piece')} of code (--verbose)`)
  if (ignored > 0) print(`Ignored: ${counted(ignored, 'finding')}`)
  if (unknown.length > 0)
    print(`Engine unknown: ${listUnknown(unknown)} (--engine .html=nunjucks, --verbose)`)
  const result = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`
  print(paint(errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green', result))
}

function listUnknown(paths: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(extname(path), (counts.get(extname(path)) ?? 0) + 1)
  return [...counts].map(([extension, number]) => `${number} ${extension || 'without extension'}`).join(', ')
}

function nothingToLookAt({ unknown, unread }: ProjectReport): [message: string, hint: string] {
  if (unknown.length > 0)
    return ['There is no template whose engine is known', 'name the engine with --engine .html=nunjucks']
  if (unread.length > 0) return ['No file could be read', 'save templates and programs as UTF-8']
  return ['There is no template and no program to look at', "name some: mvc-router check 'views/**'"]
}
