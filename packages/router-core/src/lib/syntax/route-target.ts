import {
  refuseCurlyQuote,
  refuseScripting,
  scanActionCall,
  scanArguments,
  type ActionCall,
} from './action-call.js'
import type { LineScanner } from './line-scanner.js'
import { controlCharacter } from './percent-encoding.js'
import { variablesOf, type RoutePattern } from './pattern/route-pattern.js'

/** The third column of a route line. */
export type RouteTarget =
  | { readonly type: 'action'; readonly call: ActionCall }
  | { readonly type: 'status'; readonly status: number; readonly text: string | undefined }
  | { readonly type: 'staticDirectory'; readonly directory: string }
  | { readonly type: 'staticFile'; readonly file: string }
  | { readonly type: 'view'; readonly view: string; readonly fixedArguments: ActionCall['fixedArguments'] }
  | { readonly type: 'redirect'; readonly status: number; readonly url: string }
  | { readonly type: 'redirectToAction'; readonly status: number; readonly call: ActionCall }

/** The variables in an action's name: `action` in `user.{action}`. Empty for other targets. */
export function actionVariables(target: RouteTarget): readonly string[] {
  return target.type === 'action' ? target.call.variables : []
}

export function scanTarget(scanner: LineScanner, pattern: RoutePattern, patternStart: number): RouteTarget {
  const status = statusAtHere(scanner)
  if (status !== undefined) return scanStatus(scanner, status)
  if (scanner.take('staticDir:')) {
    if (variablesOf(pattern).some(({ name }) => name === staticPathVariable)) {
      scanner.failAs(
        'E_ROUTE_DUP_PARAM',
        `"${staticPathVariable}" already means the path of the file below staticDir`,
        'give the variable another name',
        patternStart,
      )
    }
    return { type: 'staticDirectory', directory: scanPathName(scanner) }
  }
  if (scanner.take('staticFile:')) return { type: 'staticFile', file: scanPathName(scanner) }
  if (scanner.take('view:'))
    return { type: 'view', view: scanViewName(scanner), fixedArguments: scanArguments(scanner) }
  if (scanner.take('redirect:')) return scanRedirect(scanner)
  return { type: 'action', call: scanActionCall(scanner) }
}

function statusAtHere(scanner: LineScanner): string | undefined {
  const first = scanner.text.charCodeAt(scanner.offset)
  if (!(first >= 48 && first <= 57)) return undefined
  return /^[0-9]{3}(?=[ \t:]|$)/.exec(scanner.text.slice(scanner.offset))?.[0]
}

/** The variable with the path of the file for a `staticDir:` route. */
export const staticPathVariable = 'resource'

function scanStatus(scanner: LineScanner, digits: string): RouteTarget {
  const status = Number(digits)
  if (status < 200 || status > 599)
    scanner.fail('Expected a status from 200 to 599', 'as in 404, or 410 : gone for good')
  scanner.offset += 3
  const afterDigits = scanner.offset
  scanner.skipBlanks()
  if (!scanner.take(':')) {
    // The blanks may belong to a comment.
    scanner.offset = afterDigits
    return { type: 'status', status, text: undefined }
  }
  scanner.skipBlanks()
  return { type: 'status', status, text: scanner.takeRest() }
}

function scanPathName(scanner: LineScanner): string {
  const start = scanner.offset
  const name = scanner.takeRest()
  if (name === '') scanner.fail('Expected a file or folder name', 'as in staticDir:public')
  refuseScripting(scanner, name, start)
  return name
}

function scanViewName(scanner: LineScanner): string {
  const start = scanner.offset
  refuseCurlyQuote(scanner, 'the name of a view has no quotation marks, as in view:about.njk')
  const name = scanner.match(/[^ \t(]*/y)
  if (name === '') scanner.fail('Expected the name of a view', 'as in view:about.njk')
  refuseScripting(scanner, name, start)
  return name
}

function scanRedirect(scanner: LineScanner): RouteTarget {
  const [, digits] = /^([0-9]{3}):/.exec(scanner.text.slice(scanner.offset)) ?? []
  const status = digits === undefined ? 302 : Number(digits)
  if (![301, 302, 303, 307, 308].includes(status)) {
    scanner.fail(`${status} is not a redirection`, 'the statuses are 301, 302, 303, 307 and 308')
  }
  if (digits !== undefined) scanner.offset += 4
  if (scanner.take('@')) return { type: 'redirectToAction', status, call: scanActionCall(scanner) }
  const start = scanner.offset
  const url = scanner.takeWord()
  refuseScripting(scanner, url, start)
  if (!/^(?:\/(?![/\\])|https?:\/\/)[^\\]*$/.test(url) || controlCharacter.test(url)) {
    scanner.fail(
      'Expected a path, an http(s) URL or "@action"',
      'as in redirect:/home, redirect:301:https://example.org/ or redirect:@homeController.index',
      start,
    )
  }
  return { type: 'redirect', status, url }
}

export function checkTarget(
  scanner: LineScanner,
  target: RouteTarget,
  pattern: RoutePattern,
  start: number,
  controllerNames: 'lower' | 'any',
): void {
  if (target.type === 'redirect') checkRedirect(scanner, target.url, pattern, start)
  if (target.type === 'staticFile' || target.type === 'staticDirectory')
    refuseVariable(scanner, pattern, start)
  if (target.type !== 'action' && target.type !== 'redirectToAction') return
  const { action, variables } = target.call
  const first = action[0] ?? ''
  const actionStart = scanner.text.indexOf(action, start)
  if (controllerNames === 'lower' && first !== '{' && !/[a-z]/.test(first)) {
    const fixed = action.replace(/^[_$]*([A-Za-z])/, (_, letter: string) => letter.toLowerCase())
    scanner.failAs(
      'E_ROUTE_ACTION',
      'A controller starts with a lower-case letter',
      `write ${fixed}`,
      actionStart,
    )
  }
  if (!/[A-Za-z{]/.test(first))
    scanner.failAs('E_ROUTE_ACTION', 'A controller starts with a letter', 'as in userController', actionStart)
  for (const name of variables) {
    if (!variablesOf(pattern).some((variable) => variable.name === name)) {
      scanner.failAs(
        'E_ROUTE_ACTION',
        `The path has no variable {${name}}`,
        'write the variable in the path as well, as in /{controller}/{action}',
        scanner.text.indexOf(`{${name}}`, start),
      )
    }
  }
}

/** Checks the variables in the URL of a redirection, such as `/n/{id}`. They must not be a part of the host. */
function checkRedirect(scanner: LineScanner, url: string, pattern: RoutePattern, start: number): void {
  const urlStart = scanner.text.indexOf(url, start)
  const authority = /^https?:\/\/[^/?]*/.exec(url)?.[0] ?? ''
  for (const { 0: found, 1: name, index } of url.matchAll(/\{(\w*)\}?/g)) {
    const fail = (message: string, hint: string): never => scanner.fail(message, hint, urlStart + index)
    if (!found.endsWith('}') || name === '') fail('Expected "{name}"', 'a brace itself is written %7B')
    if (!variablesOf(pattern).some((variable) => variable.name === name))
      fail(
        `The path has no variable ${found}`,
        'a redirection takes the variables of its line; a brace itself is written %7B',
      )
    if (index < authority.length)
      fail(
        'A variable cannot be a part of the host',
        'a request could choose the host: write a slash before the variable',
      )
  }
}

function refuseVariable(scanner: LineScanner, pattern: RoutePattern, start: number): void {
  const found = /\{(\w+)\}/.exec(scanner.text.slice(start))
  if (found === null || !variablesOf(pattern).some(({ name }) => name === found[1])) return
  const hint = 'staticDir: serves the files below a folder by their paths; an action can choose a file'
  scanner.fail('A variable cannot name a file', hint, start + found.index)
}
