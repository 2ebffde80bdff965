import { isSlip, nearestHint } from '../nearest-names.js'
import { refuseScripting } from './action-call.js'
import { httpMethods } from './http-methods.js'
import type { LineScanner } from './line-scanner.js'

/** @throws SyntaxProblem for a first column other than `*`, `GET` or `GET|POST` */
export function scanMethods(scanner: LineScanner): string {
  const start = scanner.offset
  const word = scanner.match(/[^ \t(]*/y)
  if (word === '*' || httpMethods.has(word)) return word
  const otherBlank = word.search(/[^\S\uFEFF]/)
  if (otherBlank >= 0) {
    scanner.fail(
      'Only space and TAB separate columns',
      'replace this character by a space',
      start + otherBlank,
    )
  }
  refuseScripting(scanner, word, start)
  let offset = start
  for (const method of word.split('|')) {
    if (!httpMethods.has(method)) failAtMethod(scanner, method, offset)
    offset += method.length + 1
  }
  return word
}

function failAtMethod(scanner: LineScanner, method: string, offset: number): never {
  if (method === '') scanner.failAs('E_ROUTE_METHOD', 'Expected a method', 'as in GET|POST', offset)
  if (method === '*')
    scanner.failAs('E_ROUTE_METHOD', '"*" is every method already', 'write * alone, without "|"', offset)
  scanner.failAs('E_ROUTE_METHOD', `Unknown method "${method.slice(0, 40)}"`, hintAtMethod(method), offset)
}

function hintAtMethod(method: string): string {
  const upper = method.toUpperCase()
  if (httpMethods.has(upper)) return `methods are written in upper case: ${upper}`
  const words = upper.split(',')
  if (words.every((word) => httpMethods.has(word))) return `several methods are written ${words.join('|')}`
  const meant = methodsElsewhere.get(upper)
  return (
    meant ??
    nearestHint(nearestMethods(upper)) ??
    'the methods are GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD, WS, the rarer HTTP methods such as PROPFIND, and * for every method'
  )
}

/** Methods that a word may misspell. The first letter must be the same, so LET does not suggest GET. */
function nearestMethods(word: string): string[] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
  const starting = methods.filter((method) => word.length > 2 && method.startsWith(word))
  return starting.length > 0
    ? starting
    : methods.filter((method) => method[0] === word[0] && isSlip(word.toLowerCase(), method.toLowerCase()))
}

/** The words of other routers. */
const methodsElsewhere: ReadonlyMap<string, string> = new Map([
  ...['ANY', 'ALL'].map((word) => [word, 'did you mean *? It is every method'] as const),
  ...['WSS', 'WEBSOCKET'].map((word) => [word, 'did you mean WS? It is a WebSocket handshake'] as const),
  ...['READ', 'VIEW', 'SHOW', 'LIST', 'FETCH'].map((word) => [word, 'did you mean GET?'] as const),
  ...['CREATE', 'ADD', 'INSERT'].map((word) => [word, 'did you mean POST?'] as const),
  ...['DEL', 'REMOVE', 'DESTROY'].map((word) => [word, 'did you mean DELETE?'] as const),
  ['OPTS', 'did you mean OPTIONS?'],
])
