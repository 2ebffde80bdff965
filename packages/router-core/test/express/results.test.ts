import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Readable, Stream } from 'node:stream'
import {
  httpResponse,
  model,
  ModelAndView,
  ModelAttribute,
  Params,
  redirect,
  ResponseEntity,
  ResponseStatus,
  view,
} from '@mvc-router/router-core/express'
import { Router } from '@mvc-router/router-core'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

let served: string[] = []
let whenEnded: (how: string) => void
let starts: () => void
let started: Promise<void>

class Entity {
  id = 7
}

class PageController {
  text = () => 'a <b>text</b>'
  object = () => ({ a: 1 })
  entity = async () => new Entity()
  list = () => [1, 2]
  number = () => 5
  nothingKnown = () => null
  bytes = () => new Uint8Array([104, 105])
  view = () => view('page', { title: 'the title' })
  refused = () => view('page', { title: 'refused' }, { status: 422 })
  stream = () => Readable.from(['one ', 'two'])
  webStream = () => new Blob(['web']).stream()
  oldStream = () => {
    const stream = Object.assign(new Stream(), { readable: true })
    setImmediate(() => stream.emit('data', 'old') && stream.emit('end'))
    return stream
  }
  badStream = () =>
    new Readable({
      read() {
        this.push('first')
        setTimeout(() => this.destroy(new Error('the disk failed')), 5)
      },
    })
  noFile = () => createReadStream('no/such/file')
  lockedWebStream = () => {
    const stream = new Blob(['web']).stream()
    stream.getReader()
    return stream
  }
  noJsonEntity = () =>
    new ResponseEntity(7n, { headers: { 'Content-Type': 'text/csv', 'Cache-Control': 'max-age=60' } })
  noViewEntity = () =>
    new ResponseEntity(view('missing'), {
      headers: { 'Content-Type': 'text/csv', 'Cache-Control': 'max-age=60' },
    })
  badHeaderEntity = () =>
    new ResponseEntity('a', { headers: { 'Cache-Control': 'max-age=60', 'X-Name': 'a\r\nb' } })
  noFileEntity = () =>
    new ResponseEntity(createReadStream('no/such/file'), {
      headers: { 'Content-Type': 'text/csv', 'Content-Length': 99, 'Cache-Control': 'max-age=60' },
    })
  badWebStream = () =>
    new ReadableStream({ pull: (controller) => controller.error(new Error('the source failed')) })
  destroyedStream = () => Readable.from(['never']).destroy()
  endless = () =>
    new Readable({
      read() {
        this.push('more')
        starts()
      },
      destroy: () => whenEnded('ended'),
    })
  endlessForNobody = async (request: Request) => {
    starts()
    await new Promise((resolve) => request.socket.once('close', resolve))
    return this.endless()
  }
  emptyStream = () => Readable.from([])
  error = () => new RangeError('returned')
  laterError = async () => new RangeError('returned')
  takesResponseAndReturnsError = (_request: Request, _response: Response) => new RangeError('returned')
  sendsThenError = (_request: Request, response: Response) => {
    response.send('sent')
    return new Error('returned')
  }
  rows = () => Readable.from([{ id: 1 }, { id: 2 }])
  textsThenRows = () => Readable.from(['one', { id: 1 }])
  redirect = () => redirect('pageController.show', { id: 'a/b', q: 1 })
  redirectBack = () => redirect('pageController.show', { id: 1 }, { status: 301 })
  redirectDefined = () => redirect(Router.parse('GET /to/{id} a.b').reverse('a.b', { id: 2 }))
  redirectNowhere = () => redirect('pageController.unknown')
  entityAnswer = () =>
    new ResponseEntity({ a: 1 }, { status: 201, headers: { Location: '/x', 'X-List': ['a', 'b'] } })
  emptyEntity = () => new ResponseEntity(undefined, { status: 404 })
  errorEntity = () => new ResponseEntity(new RangeError('returned'), { headers: { 'Cache-Control': 'no' } })
  errorInEntities = () => new ResponseEntity(new ResponseEntity(Promise.resolve(new RangeError('returned'))))
  laterEntity = () =>
    new ResponseEntity(Promise.resolve({ a: 1 }), { status: 201, headers: { Location: '/x' } })
  failingEntity = () => new ResponseEntity(Promise.reject(new RangeError('returned')), { status: 201 })
  func = () => () => 'no'
  answersItself = (_request: Request, response: Response) => response.send('itself')
  answersLater = (_request: Request, response: Response) => setTimeout(() => response.send('later'), 5)
  givesToo = (_request: Request, response: Response) => {
    response.send('sent')
    return 'returned'
  }
  takesResponseAndReturnsBytes = (_request: Request, _response: Response) => new Uint8Array([104, 105])
  takesResponseAndReturnsList = (_request: Request, _response: Response) => [1]
  takesResponseAndReturnsEntity = (_request: Request, _response: Response) => new ResponseEntity('e')
  takesResponseAndReturns = (_request: Request, _response: Response) => view('page', { title: 'returned' })
  passesOn = (_request: Request, _response: Response, next: NextFunction) => next()
  passesError = (_request: Request, _response: Response, next: NextFunction) => next(new Error('passed'))
  sendsTwice = (_request: Request, response: Response) => {
    response.send('first')
    response.send('second')
  }
  nextThenSends = (_request: Request, response: Response, next: NextFunction) => {
    next()
    response.send('answered')
  }
  sendsThenNext = (_request: Request, response: Response, next: NextFunction) => {
    response.send('answered')
    next()
  }
  nextThenSendsLater = async (_request: Request, response: Response, next: NextFunction) => {
    next()
    await new Promise((resolve) => setTimeout(resolve, 10))
    response.send('late')
  }
  nextTwice = (_request: Request, _response: Response, next: NextFunction) => {
    next()
    next()
  }
  throwsNothing = () => {
    // oxlint-disable-next-line no-throw-literal -- this is what is tested
    throw undefined
  }
  show = () => 'show'

  @Params()
  done() {
    served.push('done')
  }

  @ResponseStatus(201)
  @Params()
  created() {
    return { created: true }
  }

  @ResponseStatus(202)
  @Params()
  accepted() {}

  @Params(httpResponse())
  takesResponse(response: { end: (text: string) => unknown }) {
    return setTimeout(() => response.end('by hand'), 1)
  }
}

class ShopController {
  @ModelAttribute('categories')
  async categories() {
    return ['a', 'b']
  }

  @ModelAttribute()
  @Params(model())
  currency(attributes: Record<string, unknown>) {
    attributes['early'] = true
    return '€'
  }

  @Params(model())
  list(attributes: Record<string, unknown>) {
    attributes['added'] = Object.keys(attributes).join()
    return view('page', { title: 'shop' })
  }

  @Params(model())
  entity(attributes: Record<string, unknown>) {
    return new ResponseEntity(this.list(attributes), { status: 202 })
  }

  renders(_request: Request, response: Response) {
    response.render('page')
  }
}

const names = [
  ...new Set([...Object.keys(new PageController()), ...Object.getOwnPropertyNames(PageController.prototype)]),
]
const routes =
  names
    .filter((name) => name !== 'constructor' && name !== 'show')
    .map((name) => `*  /${name}  pageController.${name}`)
    .join('\n') +
  '\nGET /show/{id} pageController.show\nGET /shop/list shopController.list\nGET /shop/entity shopController.entity\nGET /shop/renders shopController.renders'

describe.each(expressVersions)('results on %s', (_name, express) => {
  let server: TestServer
  let onWarning: ((message: string) => void) | undefined
  beforeEach(async () => {
    served = []
    started = new Promise((resolve) => (starts = resolve))
    const mapping = await loadMapping(routes, {
      controllers: { pageController: PageController, shopController: ShopController },
      onWarning: (message) => onWarning?.(message),
    })
    const app = express()
    app.engine('txt', (_file, options, done) => {
      const { settings: _, cache: __, ...given } = options as Record<string, unknown>
      done(null, JSON.stringify(given))
    })
    app.set('views', 'packages/router-core/test/express/views')
    app.set('view engine', 'txt')
    const inner = express.Router()
    inner.use(mapping.middleware)
    app.use('/in', inner)
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    app.use((error: Error, _request: Request, response: Response, next: NextFunction) => {
      if (response.headersSent) next(error)
      else response.status(500).send(error.message)
    })
    server = await serve(app)
  })
  const get = (name: string) => server.ask(`GET /in/${name}`)

  test.each([
    ['text', 'text/html; charset=utf-8', 'a <b>text</b>'],
    ['object', 'application/json; charset=utf-8', '{"a":1}'],
    ['entity', 'application/json; charset=utf-8', '{"id":7}'],
    ['list', 'application/json; charset=utf-8', '[1,2]'],
    ['number', 'application/json; charset=utf-8', '5'],
    ['nothingKnown', 'application/json; charset=utf-8', 'null'],
    ['bytes', 'application/octet-stream', 'hi'],
    ['stream', 'application/octet-stream', 'one two'],
    ['webStream', 'application/octet-stream', 'web'],
    ['emptyStream', 'application/octet-stream', ''],
    ['oldStream', 'application/octet-stream', 'old'],
    ['takesResponseAndReturnsBytes', 'application/octet-stream', 'hi'],
    ['takesResponseAndReturnsList', 'application/json; charset=utf-8', '[1]'],
    ['takesResponseAndReturnsEntity', 'text/html; charset=utf-8', 'e'],
    ['answersItself', 'text/html; charset=utf-8', 'itself'],
    ['answersLater', 'text/html; charset=utf-8', 'later'],
    ['sendsThenError', 'text/html; charset=utf-8', 'sent'],
    ['givesToo', 'text/html; charset=utf-8', 'sent'],
  ])('the action %s is answered with 200, the type %s and the body %j', async (name, type, body) => {
    expect(await get(name)).toMatchObject({ status: 200, headers: { 'content-type': type }, body })
  })

  test('a view is rendered with its model', async () => {
    expect(JSON.parse((await get('view')).body)).toMatchObject({ title: 'the title' })
    expect(await get('refused')).toMatchObject({ status: 422, body: expect.stringContaining('refused') })
    expect(JSON.parse((await get('takesResponseAndReturns')).body)).toMatchObject({ title: 'returned' })
  })

  test('redirect() leads to the URL of an action with the mount path, and uses 303 after a POST', async () => {
    expect(await get('redirect')).toMatchObject({ status: 302, headers: { location: '/in/show/a%2Fb?q=1' } })
    expect(await server.ask('POST /in/redirect')).toMatchObject({ status: 303 })
    expect(await get('redirectBack')).toMatchObject({ status: 301, headers: { location: '/in/show/1' } })
    expect(await get('redirectDefined')).toMatchObject({ status: 302, headers: { location: '/to/2' } })
    expect(await get('redirectNowhere')).toMatchObject({ status: 500 })
  })

  test('a ResponseEntity sets the status and headers', async () => {
    expect(await get('entityAnswer')).toMatchObject({
      status: 201,
      headers: { location: '/x', 'x-list': 'a, b' },
      body: '{"a":1}',
    })
    expect(await get('emptyEntity')).toMatchObject({ status: 404, body: '' })
  })

  test('the body of a ResponseEntity can be a promise', async () => {
    const answer = { status: 201, headers: { location: '/x' }, body: '{"a":1}' }
    expect(await get('laterEntity')).toMatchObject(answer)
    expect(await get('failingEntity')).toMatchObject({ status: 500, body: 'returned' })
  })

  test.each(['errorEntity', 'errorInEntities'])(
    'an error in a ResponseEntity fails the request, and the headers of the entity are not sent: %s',
    async (name) => {
      const answer = await get(name)
      expect(answer).toMatchObject({ status: 500, body: 'returned' })
      expect(answer.headers).not.toHaveProperty('cache-control')
    },
  )

  test('a view in a ResponseEntity gets the model of the action', async () => {
    const answer = await get('shop/entity')
    expect(answer.status).toBe(202)
    expect(JSON.parse(answer.body)).toEqual(JSON.parse((await get('shop/list')).body))
  })

  test('undefined from an action with declared parameters is answered with 204, unless the action takes the response', async () => {
    expect(await get('done')).toMatchObject({ status: 204, body: '' })
    expect(served).toEqual(['done'])
    expect(await get('takesResponse')).toMatchObject({ status: 200, body: 'by hand' })
  })

  test.each([101, 199, 600, 200.5, '201'])('an answer with the status %p is refused', (given) => {
    const status = given as number
    const answers = [
      () => ResponseStatus(status),
      () => new ResponseEntity('', { status }),
      () => view('home', {}, { status }),
      () => redirect('page.home', {}, { status: status as 302 }),
    ]
    for (const answer of answers) expect(answer).toThrow('expected a status from 200 to 599')
  })

  test('@ResponseStatus sets the status of a result and of an empty answer', async () => {
    expect(await get('created')).toMatchObject({ status: 201, body: '{"created":true}' })
    expect(await get('accepted')).toMatchObject({ status: 202, body: '' })
  })

  test('HEAD has the headers of GET and no body, whatever the action returns', async () => {
    for (const name of ['text', 'object', 'view', 'stream', 'done', 'entityAnswer']) {
      const [head, answer] = [await server.ask(`HEAD /in/${name}`), await get(name)]
      expect(head).toMatchObject({ status: answer.status, body: '' })
      expect(head.headers['content-type']).toBe(answer.headers['content-type'])
    }
  })

  test('a returned function and a thrown undefined are errors', async () => {
    expect(await get('func')).toMatchObject({ status: 500 })
    expect(await get('throwsNothing')).toMatchObject({ status: 500, body: 'An action failed with undefined' })
  })

  test('next() passes the request on, and next(error) reaches the error handler', async () => {
    expect(await get('passesOn')).toMatchObject({ status: 404, body: 'nobody' })
    expect(await get('passesError')).toMatchObject({ status: 500, body: 'passed' })
    expect(await get('nextTwice')).toMatchObject({ status: 404, body: 'nobody' })
  })

  test('the first of two answers is sent, and the server still answers', async () => {
    expect(await get('sendsTwice')).toMatchObject({ status: 200, body: 'first' })
    expect(await get('nextThenSends')).toMatchObject({ status: 200, body: 'answered' })
    expect(await get('sendsThenNext')).toMatchObject({ status: 200, body: 'answered' })
    expect(await get('text')).toMatchObject({ status: 200 })
  })

  test('an action that sends after next() has answered causes a warning', async () => {
    const warned = new Promise<string>((resolve) => (onWarning = resolve))
    expect(await get('nextThenSendsLater')).toMatchObject({ status: 404, body: 'nobody' })
    expect(await warned).toContain('ERR_HTTP_HEADERS_SENT')
  })

  test('a stream that fails after its first byte aborts the answer, and the server still answers', async () => {
    await expect(get('badStream')).rejects.toThrow(/aborted|hang up/)
    expect(await get('text')).toMatchObject({ status: 200 })
  })

  test.each([
    ['noFile', 'ENOENT'],
    ['noFileEntity', 'ENOENT'],
    ['badWebStream', 'the source failed'],
    ['destroyedStream', 'Premature close'],
    ['rows', 'expected texts or bytes'],
    ['lockedWebStream', 'locked'],
    ['noJsonEntity', 'BigInt'],
    ['noViewEntity', 'Failed to lookup view'],
    ['badHeaderEntity', 'Invalid character'],
  ])(
    'if a result fails before its first byte, the error handler answers without the headers of the result: %s',
    async (name, message) => {
      const { status, headers, body } = await get(name)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        500,
        'text/html; charset=utf-8',
        undefined,
      ])
      expect(body).toContain(message)
    },
  )

  test.each(['endless', 'endlessForNobody'])(
    'a stream is destroyed if its client disconnects: %s',
    async (name) => {
      const ended = new Promise((resolve) => (whenEnded = resolve))
      const client = connect(server.port, '127.0.0.1')
      client.write(`GET /in/${name} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await started
      client.destroy()
      expect(await ended).toBe('ended')
      expect(await get('text')).toMatchObject({ status: 200 })
    },
  )

  test('an object after the first text of a stream aborts the answer, and the server still answers', async () => {
    await expect(get('textsThenRows')).rejects.toThrow(/aborted|hang up/)
    expect(await get('text')).toMatchObject({ status: 200 })
  })

  test.each(['error', 'laterError', 'takesResponseAndReturnsError'])(
    'a returned error reaches the error handler: %s',
    async (name) => {
      expect(await get(name)).toMatchObject({ status: 500, body: 'returned' })
    },
  )

  test('@ModelAttribute methods run before the actions of their controller', async () => {
    expect(JSON.parse((await get('shop/list')).body)).toMatchObject({
      categories: ['a', 'b'],
      early: true,
      currency: '€',
      added: 'categories,early,currency',
      title: 'shop',
    })
    expect(JSON.parse((await get('shop/renders')).body)).toMatchObject({
      categories: ['a', 'b'],
      currency: '€',
    })
  })

  test('a ModelAndView copies its model', () => {
    const given = Object.freeze({ a: 1 })
    expect(new ModelAndView('page', given).addObject('b', 2).model).toEqual({ a: 1, b: 2 })
  })
})
