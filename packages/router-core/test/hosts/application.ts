import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  converters,
  cookieValue,
  ModelAndView,
  Params,
  pathVariable,
  redirect,
  requestBody,
  requestParam,
  ResponseEntity,
  type ExpressRequest,
  type ExpressResponse,
  type MvcRouterOptions,
  type NextFunction,
} from '@mvc-router/router-core/express'
import { Router } from '@mvc-router/router-core'

export const folder = 'packages/router-core/test/hosts'

const routes = `
GET     /                       pages.home
GET     /users/{<[0-9]+>id}     pages.user
GET     /here                   pages.here
GET     /echo/{text}            pages.echo
POST    /echo                   pages.save
GET     /count                  pages.count
PUT     /upload                 pages.upload
GET     /page/{title}           pages.page
GET     /broken-view            view:missing
GET     /cookie                 pages.cookie
GET     /old                    redirect:@pages.user(id:'5')
GET     /away                   pages.away
GET     /old-search             pages.oldSearch
POST    /users                  pages.create
GET     /fail                   pages.fail
GET     /fail-late              pages.failLate
GET     /refuse                 pages.refuse
GET     /refuse-oddly           pages.refuseOddly
GET     /stream                 pages.stream
GET     /broken-stream          pages.brokenStream
GET     /endless                pages.endless
GET     /slow                   pages.slow
GET     /pass                   pages.pass
GET     /bytes                  pages.bytes
GET     /nothing                pages.nothing
GET     /assets/                staticDir:assets
+ use=guard
GET     /guarded/{text}         pages.echo
GET     /sent/{how}             pages.sent
GET     /sent/{how}             pages.late
GET     /overtaken              pages.overtaken
GET     /odd/{how}              pages.odd
+ use=answer
GET     /answered               pages.late
WS      /handshake              pages.late
PATCH   /method                 pages.method
`

/** Functions that the application calls when a client has disconnected, and when an action has started. */
export interface Watch {
  gone: () => void
  started: () => void
}

class PageController {
  constructor(private readonly watch: Watch) {}

  home = () => 'home'
  here = () => ({ here: Router.reverse('pages.user', { id: 7 }).url })
  page = (request: ExpressRequest) => new ModelAndView('page', { title: request.params['title'] })
  cookie = (request: ExpressRequest, response: ExpressResponse) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    return request.headers.cookie ?? 'no cookie'
  }
  away = () => redirect('pages.echo', { text: 'é/ü' })
  oldSearch = (request: ExpressRequest, response: ExpressResponse) => {
    const { q = '' } = request.query as Readonly<Record<string, string | string[]>>
    response.redirect(Router.reverse('pages.echo', { text: [q].flat().join('-') }).url)
  }
  create = (_request: ExpressRequest, response: ExpressResponse) => {
    response.status(201).json({ created: true })
  }
  fail = () => Promise.reject(new Error('secret words'))
  failLate = (_request: ExpressRequest, response: ExpressResponse) => {
    response.write('begun')
    throw new Error('secret words')
  }
  refuse = () => {
    throw Object.assign(new Error('no tea'), { status: 418, expose: true })
  }
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything may be thrown
  refuseOddly = () => Promise.reject(Object.assign(Object.create(null), { status: 418, statusCode: 418 }))
  stream = () => Readable.from(['one ', 'two'])
  brokenStream = () =>
    new Readable({
      read() {
        this.push('first')
        setTimeout(() => this.destroy(new Error('the disk failed')), 5)
      },
    })
  endless = () =>
    new Readable({
      read() {
        setImmediate(() => this.push('more'))
      },
      destroy: (_error, done) => {
        this.watch.gone()
        done(null)
      },
    })
  slow = (request: ExpressRequest) => {
    this.watch.started()
    return new Promise((resolve) => {
      request.once('close', () => {
        this.watch.gone()
        resolve('late')
      })
    })
  }
  sent = (request: ExpressRequest, response: ExpressResponse, next: NextFunction) => {
    const { how } = request.params
    if (how === 'behind-next') next()
    response.send('first')
    if (how === 'before-next') next()
    if (how === 'before-another') response.send('second')
    if (how === 'before-failure') throw new Error('secret words')
    return how === 'before-a-result' ? 'second' : undefined
  }
  /** Sends an answer while the view is rendered, as a time limit could do. */
  overtaken = (_request: ExpressRequest, response: ExpressResponse) => {
    let send = (): void => {
      send = () => undefined
      response.send('first')
    }
    const toString = (): string => {
      send()
      return 'x'
    }
    return new ModelAndView('page', { title: { toString } })
  }
  /** Results that throw when their properties are read, and a rejection that comes too late. */
  odd = async (request: ExpressRequest, _response: ExpressResponse, next: NextFunction) => {
    const fail = (): never => {
      throw new Error('secret words')
    }
    const { how } = request.params
    if (how === 'proxy') return new Proxy({}, { getPrototypeOf: fail })
    if (how === 'entity') return new ResponseEntity(new Proxy({}, { get: fail }))
    next(new Error('secret words'))
    return new ResponseEntity(this.fail())
  }
  method = (request: ExpressRequest) => request.method
  late = () => {
    this.watch.started()
    return 'second'
  }
  pass = (_request: ExpressRequest, _response: ExpressResponse, next: NextFunction) => next()
  bytes = () => new Uint8Array([104, 105])
  nothing = (_request: ExpressRequest, response: ExpressResponse) => {
    response.statusCode = 204
    response.end()
  }
  upload = async (request: ExpressRequest) => {
    let size = 0
    for await (const chunk of request) size += (chunk as Buffer).length
    return { size }
  }

  @Params(pathVariable('id', Number))
  user(id: number) {
    return { id }
  }

  @Params(pathVariable('text'), cookieValue('a', { required: false }))
  echo(text: string, a: string | undefined) {
    return `${text}${a ?? ''}`
  }

  @Params(requestParam('n', converters.integer, { required: true }))
  count(n: number) {
    return { n }
  }

  @Params(requestBody())
  save(body: unknown) {
    return { body }
  }
}

/** The options of the application that each host runs. */
export function optionsFor(watch: Watch): MvcRouterOptions {
  return {
    routeFiles: () => routes,
    cwd: folder,
    controllers: { pages: new PageController(watch) },
    onWarning: () => undefined,
    middleware: {
      guard: (request, response, next) => {
        if (request.headers.authorization !== undefined) next()
        else {
          response.statusCode = 401
          response.end('who are you?')
        }
      },
      answer: (_request, response, next) => {
        ;(response as ExpressResponse).status(403).send('first')
        next()
      },
    },
  }
}

/** Renders `views/VIEW.txt` by replacing each `{name}`. */
export async function renderPage(view: string, model: Record<string, unknown>): Promise<string> {
  const text = await readFile(join(folder, 'views', `${view}.txt`), 'utf8')
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) =>
    name === 'link'
      ? (model['route'] as { href(action: string, args: object): string }).href('pages.page', { title: 'x' })
      : String(model[name]),
  )
}
