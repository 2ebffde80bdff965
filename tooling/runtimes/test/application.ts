import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  methodNotAllowed,
  redirect,
  ResponseEntity,
  view,
  type ExpressRequest,
  type ExpressResponse,
  type NextFunction,
} from '@mvc-router/router-core/express'
import { mvcRouter, type FetchRoutes } from '@mvc-router/router-core/fetch'

const text = `
GET       /users/{<[0-9]+>id}     site.show
GET       /users/new              redirect:/users/1
GET       /page                   site.page
GET       /go                     site.go
GET       /cookies                site.cookies
POST      /echo                   site.echo
POST      /length                 site.length
PUT       /made                   site.make
GET       /files/                 staticDir:files
GET       /endless                site.endless
GET       /ended                  site.ended
GET       /wait                   site.wait
GET       /broken-stream          site.breakOff
GET       /fails                  site.fail
GET       /fails-late             site.failLate
GET       /no-view                site.noView
GET       /passed-on              site.passOn
GET       /gone                   410
+ use=members
GET       /members                site.members
`

/** How the long answers of the process have ended. */
const ended: string[] = []

async function lengthOf(request: IncomingMessage): Promise<number> {
  let length = 0
  for await (const chunk of request) length += (chunk as Buffer).length
  return length
}

const site = {
  show: (request: ExpressRequest, response: ExpressResponse) =>
    response.json({
      id: request.params['id'],
      url: (response.locals['route'] as FetchRoutes['router']).reverse('site.show', { id: 7 }).url,
    }),
  page: () => view('hello', { name: 'Ada' }),
  noView: (_request: ExpressRequest, response: ExpressResponse) => response.render('missing'),
  go: () => redirect('site.show', { id: 3 }),
  cookies: (request: ExpressRequest, response: ExpressResponse) => {
    response.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2'])
    response.send(request.headers.cookie)
  },
  echo: (request: ExpressRequest) =>
    new ResponseEntity(request, { headers: { 'Content-Type': 'text/plain' } }),
  length: async (request: ExpressRequest) => ({ bytes: await lengthOf(request) }),
  make: () => new ResponseEntity({ made: true }, { status: 201, headers: { Location: '/made/1' } }),
  endless: () => {
    const source: Readable = new Readable({ read: () => void source.push(Buffer.alloc(10_000, 'x')) })
    return source.once('close', () => ended.push('endless closed'))
  },
  ended: () => ended,
  wait: (request: ExpressRequest, response: ExpressResponse) => {
    request.once('aborted', () => ended.push('wait aborted'))
    response.once('close', () => ended.push('wait closed'))
  },
  breakOff: () => {
    let count = 0
    const source: Readable = new Readable({
      read: () =>
        void (count++ < 50 ? source.push(Buffer.alloc(10_000)) : source.destroy(new Error('It broke'))),
    })
    return source
  },
  fail: () => {
    throw Object.assign(new Error('It failed'), { status: 503 })
  },
  failLate: (_request: ExpressRequest, response: ExpressResponse) => {
    response.write('begun')
    return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('Too late')), 20))
  },
  passOn: (_request: ExpressRequest, _response: ExpressResponse, next: NextFunction) => next(),
  members: () => 'members only',
}

/** The application that each runtime serves. */
export function loadApplication(): Promise<FetchRoutes> {
  return mvcRouter({
    routeFiles: () => text,
    cwd: fileURLToPath(new URL('../test', import.meta.url)),
    controllers: { site },
    middleware: {
      members: (request: ExpressRequest, response: ExpressResponse, next: NextFunction) => {
        if (request.headers.authorization === 'Bearer a') next()
        else response.writeHead(401).end()
      },
    },
    after: [methodNotAllowed()],
    render: (name, { name: who }) => {
      if (name !== 'hello') throw new Error(`There is no view ${name}`)
      return `<p>Hello, ${String(who)}</p>`
    },
  })
}

/** As an application without a framework answers: all of the host's own pages are here. */
export async function answer(routes: FetchRoutes, request: Request): Promise<Response> {
  try {
    return (await routes.fetch(request)) ?? new Response('The host has no such page', { status: 404 })
  } catch (error) {
    const { message, status = 500 } = error as Error & { readonly status?: number }
    return new Response(message, { status })
  }
}
