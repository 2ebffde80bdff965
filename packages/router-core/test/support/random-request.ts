import type { MatchRequest } from '@mvc-router/router-core'
import type { Choices } from './choices.js'
import { constraints, spanningConstraints, type Piece, type RandomRoute } from './random-route.js'

/** A request that matches one of the routes, or nearly does. */
export function randomRequest(
  choices: Choices,
  routes: readonly RandomRoute[],
  words: readonly string[],
): MatchRequest {
  const route = choices.pick(routes)
  // A path from the start of one route and the end of another route tests shared nodes of the index.
  const last = choices.oneIn(6) ? choices.pick(routes) : route
  const cut = choices.below(5)
  const segments = [...route.segments.slice(0, cut), ...last.segments.slice(cut)]
  let path =
    segments.map((pieces) => `/${pieces.map((piece) => fill(piece, choices, words)).join('')}`).join('') +
    (last.end === '/?' ? choices.pick(['', '/']) : last.end)
  if (route.target === 'staticDir:files') path += `/${choices.pick(values)}`
  while (choices.oneIn(4)) path = choices.pick(mutations)(path, choices)
  if (choices.oneIn(3)) path += choices.pick(queries)
  return {
    method: choices.oneIn(2)
      ? choices.pick(methods)
      : choices.pick(route.method.split('|')).replace('*', 'PATCH'),
    path,
    host: choices.oneIn(2) ? choices.pick(hosts) : undefined,
    headers: choices.oneIn(3) ? choices.pick(headers) : {},
    ignoresEscapeCase: choices.oneIn(4),
  }
}

/** The text of a piece in a request. A variable gets a fitting value, or any value. */
function fill(piece: Piece, choices: Choices, words: readonly string[]): string {
  if (typeof piece === 'string') return toRequested(piece)
  if (choices.oneIn(2)) {
    if (piece.constraint === undefined) return choices.text('ab1', 1 + choices.below(4))
    return constraints[piece.constraint] ?? spanningConstraints[piece.constraint] ?? 'ab'
  }
  if (choices.oneIn(3)) return toRequested(choices.pick(words))
  if (choices.oneIn(2)) return choices.text('ab1-.', choices.below(6))
  return choices.pick(choices.oneIn(100) ? longValues : values)
}

function toRequested(text: string): string {
  return text.replaceAll('é', '%C3%A9')
}

const values = [
  '7',
  '12',
  'abc',
  'new',
  'A',
  'a-b',
  'x.y',
  'a/1',
  'a/b/c',
  'a;b=c',
  '1-2-3',
  'Abc9',
  '/',
  'a/',
  '',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2F',
  '%2f',
  'a%20b',
  'caf%C3%A9',
  '%c3%a9',
  '%61',
  '%252F',
  ' ',
  '<',
  '%',
  '%zz',
  '%C0%AF',
  '%00',
  '\u0000',
  '\u0085',
  '%C2%85',
  '\uD800',
  '😀',
  'ü',
  'é',
  '%7F',
  '?',
  'a?b',
]
const longValues = [
  'a'.repeat(255),
  'a'.repeat(256),
  '%C3%A9'.repeat(255),
  '9'.repeat(300),
  'a'.repeat(4600),
  'a/'.repeat(5000),
]
const inserted = ['a', 'b', '1', '/', '.', '%', '%2F', '%25', '%C3', 'é', '\u0000', '~', '-', ' ']

const mutations: readonly ((path: string, choices: Choices) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace(/\/$/, ''),
  (path) => `/${path}`,
  (path) => path.replace('/', '//'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  (path) => path.slice(0, -1),
  (path) => path.slice(1),
  (path) => `${path}/a`,
  (path) => path.replace(/\/[^/]*$/, ''),
  (path) => path.replaceAll('%C3%A9', 'é'),
  (path, choices) => splice(path, choices.below(path.length + 1), 0, choices.pick(inserted)),
  (path, choices) => splice(path, choices.below(path.length + 1), 1, choices.pick(inserted)),
  (path, choices) => splice(path, choices.below(path.length + 1), 1, ''),
  (path, choices) => {
    const at = choices.below(path.length)
    const code = path.charCodeAt(at)
    return code > 15 && code < 128 ? splice(path, at, 1, `%${code.toString(16)}`) : path
  },
]

function splice(text: string, at: number, deleted: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + deleted)
}

const queries = [
  '?debug',
  '?draft=1&lang=en',
  '?lang=de',
  '?',
  '?a=/b',
  '?x=%',
  '?x-http-method-override=PUT',
]
const methods = ['GET', 'get', 'HEAD', 'head', 'POST', 'WS', 'OPTIONS', 'PUT', 'PURGE', 'X-NEW', '*']
const hosts = ['api.example.com', 'x.example.com:8080', 'EXAMPLE.com', 'other.org', 'bad host']
const headers: readonly Readonly<Record<string, string>>[] = [
  { accept: 'application/json' },
  { accept: 'text/html,application/json;q=0.9' },
  { accept: 'application/xml' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method-override': 'get' },
]
