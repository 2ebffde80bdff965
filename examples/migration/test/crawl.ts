import { offersOf, Visitor, type Answer, type VisitorRequest } from './visitor.js'

/** A request of a visitor, and its answer. */
export interface Step {
  readonly who: string
  readonly request: string
  readonly answer: Answer
}

const accounts = [
  ['nobody', undefined],
  ['grace', 'cobol'],
  ['ada', 'analytical'],
] as const

const values: Readonly<Record<string, string>> = {
  key: 'gemini',
  title: 'A new ticket & more',
  text: 'A <comment>',
  name: 'grace',
  password: 'secret',
  q: 'hatch',
}

/** Paths at which visits begin: the home page, old addresses, and paths that only programs request. */
const entrances = [
  '/',
  '/home',
  '/issues',
  '/issues/3',
  '/issues/99',
  '/api/tickets/1',
  '/api/tickets/99',
  '/admin',
  '/nothing',
]

/** Requests that delete or disable something are sent late, and the logout is last. */
const late = [/\/(?:delete|disable|enable|remove)$/, /\/logout$/]

/**
 * Visits an application without an account, as a user and as an administrator. Each visitor follows every link and
 * sends every form.
 *
 * @param origin of an application that has just been started
 */
export async function crawl(origin: string): Promise<Step[]> {
  const steps: Step[] = []
  for (const [who, password] of accounts) {
    const visitor = new Visitor(origin)
    const queue: VisitorRequest[] = [...entrances].map((path) => ({ method: 'GET', path }))
    if (password !== undefined)
      queue.unshift({ method: 'POST', path: '/account/login', fields: { name: who, password } })
    const seen = new Set<string>()
    const waiting: VisitorRequest[] = []
    for (;;) {
      const request = queue.shift() ?? takeNext(waiting)
      if (request === undefined) break
      const name = `${request.method} ${request.path}`
      if (seen.has(name)) continue
      seen.add(name)
      const answer = await visitor.ask(request)
      steps.push({ who, request: name, answer })
      const target = answer.headers['location']?.split('#')[0]
      if (target !== undefined) {
        // The request may have changed a page that was already read.
        if (request.method !== 'GET') seen.delete(`GET ${target}`)
        queue.push({ method: 'GET', path: target })
      }
      if (answer.headers['content-type']?.startsWith('text/html') !== true) continue
      for (const offer of offersOf(answer.body, (field) => values[field] ?? 'something'))
        (offer.method === 'GET' ? queue : waiting).push(offer)
    }
  }
  return steps
}

function takeNext(waiting: VisitorRequest[]): VisitorRequest | undefined {
  const lateness = ({ path }: VisitorRequest): number => late.findIndex((each) => each.test(path))
  const [next] = waiting.toSorted((left, right) => lateness(left) - lateness(right))
  return next && waiting.splice(waiting.indexOf(next), 1)[0]
}
