import { listOption, textOption, type CommandArguments } from '../options/command-options.js'
import { BadRequestException, type MatchRequest, type Route, type RouteMatch } from '@mvc-router/router-core'
import type { Command, ExitCode } from './command.js'
import {
  attempt,
  httpMethods,
  nearMisses,
  routeColumns,
  routeJson,
  type LineExplanation,
} from '@mvc-router/router-core/tools'
import { loadTable } from '../routes/load-table.js'
import { routeTable } from '../routes/shown-routes.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'

export const matchCommand: Command = {
  name: 'match',
  summary: 'Shows which line answers a request, or which lines nearly do.',
  synopsis: '[METHOD] PATH|URL',
  example: 'mvc-router match GET /user/42',
  options: {
    host: textOption('HOST', 'the host of the request'),
    header: listOption("'NAME: VALUE'", 'a header of the request; repeatable', 'H'),
  },
  async run(args, terminal) {
    const request = readRequest(args)
    const { router } = await loadTable(args, terminal.cwd)
    let match = attempt(BadRequestException, () => router.match(request))
    if (match instanceof BadRequestException) {
      const { code, message } = match
      if (args.flag('json')) printJson(terminal, { error: { code, message } })
      else terminal.complain(`${message}: this request is answered with status 400`)
      return 1
    }
    if (match === undefined)
      return answerNoMatch(nearMisses(router.explain(request)), request, args, terminal)
    if (args.flag('json')) {
      const { route, action, args: values, format } = match
      printJson(terminal, { action, args: values, format, route: routeJson(route) })
      return 0
    }
    while (match !== undefined) {
      printMatch(match, terminal)
      const reason = passingOn(match.route)
      if (reason === undefined) break
      match = router.matchFollowing(request, match.route)
      terminal.print(match === undefined ? `${reason}, no line answers` : `${reason}:`)
    }
    return 0
  },
}

/** Describes when a line passes the request on to the next line. Returns undefined if the line always answers. */
function passingOn({ target, modifiers }: Route): string | undefined {
  if (target.type === 'staticDirectory' || target.type === 'staticFile') return 'If the file is missing'
  return Object.hasOwn(modifiers, 'passes') ? 'If the action passes the request on' : undefined
}

function printMatch({ route, action, args, format }: RouteMatch, terminal: Terminal): void {
  terminal.print(routeTable([routeColumns(route)], terminal))
  if (action !== route.action) terminal.print(`  action = ${action}`)
  for (const [name, value] of Object.entries(args)) terminal.print(`  ${name} = ${value}`)
  if (format !== undefined) terminal.print(`  format: ${format}`)
}

function answerNoMatch(
  misses: readonly LineExplanation[],
  request: MatchRequest,
  args: CommandArguments,
  terminal: Terminal,
): ExitCode {
  if (args.flag('json')) {
    const list = misses.map((miss) => ({ reason: reasonText(miss, request), route: routeJson(miss.route) }))
    printJson(terminal, { action: null, reasons: list })
    return 1
  }
  terminal.complain(terminal.paint('red', `No line answers ${request.method} ${request.path}`))
  for (const miss of misses) {
    terminal.complain(routeTable([routeColumns(miss.route)], terminal))
    terminal.complain(`    ${reasonText(miss, request)}`)
  }
  return 1
}

function reasonText({ reasons }: LineExplanation, { host }: MatchRequest): string {
  return reasons
    .map(({ type, message }) =>
      type === 'host' && host === undefined ? `${message}; name it with --host` : message,
    )
    .join('; ')
}

function readRequest(args: CommandArguments): MatchRequest {
  const { positionals } = args
  const path = positionals.at(-1)
  const isMethodAlone = positionals.length === 1 && httpMethods.has(path?.toUpperCase() ?? '')
  if (!path || isMethodAlone || positionals.length > 2)
    throw new UsageException('Which request?', 'mvc-router match GET /user/42')
  const method = positionals.length === 1 ? 'GET' : (positionals[0] ?? 'GET')
  const headers = args.list('header').map((header) => {
    const colon = header.indexOf(':')
    if (colon <= 0) throw new UsageException(`--header: expected "Name: value" and not "${header}"`)
    return [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()] as const
  })
  const byName = new Map(headers)
  const [, urlHost, urlPath] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(path) ?? []
  if (urlHost === undefined && path.includes('://') && !path.startsWith('/'))
    throw new UsageException(`"${path}" is neither a path nor a URL of a web server`)
  const target = urlPath ?? path
  return {
    method: method.toUpperCase(),
    path: target.startsWith('/') ? target : `/${target}`,
    host: args.text('host') ?? byName.get('host') ?? urlHost,
    headers: Object.fromEntries(byName),
  }
}
