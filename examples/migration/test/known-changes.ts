import type { Answer, VisitorRequest } from './visitor.js'

/** A change that a visitor may notice. */
export interface KnownChange {
  /** The name in the README. */
  readonly name: string
  readonly explains: (request: VisitorRequest, before: Answer, after: Answer) => boolean
}

const isPage = (answer: Answer, status: number): boolean => answer.status === status
const isRead = ({ method }: VisitorRequest): boolean => method === 'GET' || method === 'HEAD'
const hasOtherLetters = ({ path }: VisitorRequest): boolean => path !== path.toLowerCase()

/** True if an answer redirects to the usual spelling of the path. Ignores `?`, which some versions of `fetch` remove. */
function isCanonical(answer: Answer, path: string): boolean {
  const usual = path.replace(/\?$/, '').replace(/(?<=[^/])\/+(?=$|\?)/, '')
  const location = (answer.headers['location'] ?? '').replace(/\?$/, '')
  return isPage(answer, 308) && decodeURIComponent(location) === decodeURIComponent(usual).toLowerCase()
}

/** All changes that visitors may notice. Every other change is a bug. */
export const knownChanges: readonly KnownChange[] = [
  {
    name: 'A path in another case is redirected',
    explains: (request, _, after) =>
      isRead(request) && hasOtherLetters(request) && isCanonical(after, request.path),
  },
  {
    name: 'A form with a path in another case finds nothing',
    explains: (request, before, after) =>
      request.method !== 'OPTIONS' &&
      !isRead(request) &&
      hasOtherLetters(request) &&
      !isPage(before, 404) &&
      isPage(after, 404),
  },
  {
    name: 'A path without a route is not guarded',
    explains: ({ path }, before, after) =>
      /^\/admin\b/i.test(path) &&
      isPage(before, 302) &&
      before.headers['location'] === '/account/login' &&
      isPage(after, 404),
  },
  {
    name: 'The page of an error has other words',
    explains: ({ path }, before, after) =>
      /^\/projects\//i.test(path) &&
      isPage(before, 404) &&
      isPage(after, 404) &&
      before.body.replace('There is no such project', 'There is no such page') === after.body,
  },
  {
    name: 'OPTIONS is not answered',
    explains: ({ method }, before, after) =>
      method === 'OPTIONS' && isPage(before, 200) && 'allow' in before.headers && isPage(after, 404),
  },
  {
    name: 'A second slash at the end does not match',
    explains: (request, before, after) =>
      /\/\/(?:$|\?)/.test(request.path) &&
      ((isRead(request) && isCanonical(after, request.path)) || (before.status < 400 && isPage(after, 404))),
  },
  {
    name: 'A malformed address has another status',
    explains: ({ path }, before, after) =>
      (path.includes('%00') && isPage(before, 404) && isPage(after, 400)) ||
      (/^\/Projects\/%\/?$/.test(path) && isPage(before, 400) && isPage(after, 404)),
  },
]
