import { flagOption, textOption } from '../options/command-options.js'
import { compareTables, isNewlySigned, type Change, type TableComparison } from '../diff/compare-tables.js'
import { keepAliveLine } from '../diff/keep-alive-line.js'
import { loadTables, type NamedTable } from '../diff/load-tables.js'
import { actionText, routeColumns } from '@mvc-router/router-core/tools'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { Command } from './command.js'

export const diffCommand: Command = {
  name: 'diff',
  // Exit code 1 means that a URL breaks.
  brokenRouteFiles: 2,
  summary: 'Finds the URLs of an old route file that the new one does not answer any more.',
  synopsis: 'OLD [NEW] [--git REVISION] [--redirects]',
  example: 'mvc-router diff --git main',
  options: {
    git: textOption('REVISION', 'compare NEW with the same file in this revision'),
    redirects: flagOption('print only the lines that keep broken URLs alive'),
  },
  names: [
    ['OLD', 'a route file, also of a git revision: main:routes.conf'],
    ['NEW', 'the same; default --routes'],
  ],
  async run(args, terminal) {
    const { before, after } = await loadTables(args, terminal.cwd)
    if (before.router.routes.length === 0)
      throw new UsageException('The old route file has no routes to compare')
    const comparison = compareTables(before.router, after.router)
    const broken = comparison.changes.filter(({ isBreak }) => isBreak)
    const findings = comparison.changes.map((change) => ({
      change,
      redirect: keepAliveLine(change, after.router),
    }))
    if (args.flag('json')) printJson(terminal, toJson(findings, comparison, before, after))
    else if (args.flag('redirects')) {
      const lines = findings.map(({ redirect }) => redirect).filter((line) => line !== undefined)
      for (const line of new Set(lines)) terminal.print(line)
      const missing = findings.filter(({ change, redirect }) => change.isBreak && redirect === undefined)
      for (const { change } of missing)
        terminal.complain(`No line can keep ${requestOf(change)} alive: ${whyNot(change)}`)
    } else print(findings, comparison, before, after, terminal)
    return broken.length > 0 ? 1 : 0
  },
}

interface Finding {
  readonly change: Change
  readonly redirect: string | undefined
}

function whyNot({ route, becomes }: Change): string {
  if (becomes !== undefined && isNewlySigned(route, becomes)) return `${becomes.action} is signed`
  return route.target.type === 'action'
    ? `${route.action} has no URL that these arguments give`
    : `${route.action} is not an action`
}

/** Returns `GET /books/0`. */
function requestOf({ method, path, host = '', format }: Change): string {
  return `${method} ${host}${path}${format === 'html' ? '' : ` (${format})`}`
}

function toJson(
  findings: readonly Finding[],
  { kept, unfinished }: TableComparison,
  before: NamedTable,
  after: NamedTable,
): unknown {
  const describe = ({ change, redirect }: Finding): unknown => ({
    method: change.method,
    pattern: (change.route.host ?? '') + change.route.path,
    witness: requestOf(change),
    was: actionText(change.route),
    becomes: change.becomes === undefined ? null : actionText(change.becomes),
    redirect,
    file: before.prefix + change.route.file,
    line: change.route.line,
    by: change.becomes && { file: after.prefix + change.becomes.file, line: change.becomes.line },
  })
  return {
    broken: findings.filter(({ change }) => change.isBreak).map(describe),
    changed: findings.filter(({ change }) => !change.isBreak).map(describe),
    kept: kept.length,
    unfinished: unfinished.map(({ method, host = '', path }) => ({ method, pattern: host + path })),
  }
}

function print(
  findings: readonly Finding[],
  { lines, kept, unfinished }: TableComparison,
  before: NamedTable,
  after: NamedTable,
  { print: tell, paint }: Terminal,
): void {
  for (const { change, redirect } of findings) {
    const { route, becomes, isBreak } = change
    const [method, path, action] = routeColumns(route)
    const now =
      becomes === undefined
        ? 'nothing'
        : `${actionText(becomes)}${isNewlySigned(route, becomes) ? ' by signed links only' : ''}, ${after.prefix}${becomes.file}:${becomes.line}`
    const answer = `${requestOf(change)} is answered by ${now}`
    tell(`${before.prefix}${route.file}:${route.line}:1  ${method} ${path}  ${action}`)
    tell(`  ${paint(isBreak ? 'red' : 'yellow', isBreak ? 'broken' : 'changed')}  ${answer}`)
    if (redirect !== undefined) tell(`  to keep it alive: ${redirect}`)
    tell('')
  }
  for (const { method, host = '', path } of unfinished)
    tell(`${method} ${host}${path}  not compared to the end: it has too much in common with other lines`)
  const count = (isBreak: boolean): number =>
    findings.filter(({ change }) => change.isBreak === isBreak).length
  const summary = `${count(true)} broken, ${count(false)} changed, ${kept.length} of ${lines} lines kept`
  tell(paint(count(true) > 0 ? 'red' : count(false) > 0 ? 'yellow' : 'green', summary))
}
