import { describe, expect, test } from '@jest/globals'
import { Router, type RouterOptions } from '@mvc-router/router-core'
import { codeOf } from './support/code-of.js'

describe('absolute URLs', () => {
  const text =
    'GET /a a.b\nGET {client}.app.com/a a.client\nGET assets.{_}/a a.assets\nGET {host}/w a.whole\nGET x.com:8443/p a.port\nWS /chat a.chat'
  const absolute = (
    action: string,
    host: string | undefined,
    options?: RouterOptions,
    args?: Record<string, unknown>,
  ): string => Router.parse(text, options).forRequest({ host }).reverse(action, args).absolute().url

  test('baseUrl comes before the host of the request', () => {
    const options = { baseUrl: 'https://example.org/', allowedHosts: ['localhost'] }
    expect(absolute('a.b', 'localhost:3000', options)).toBe('https://example.org/a')
    expect(absolute('a.b', undefined, options)).toBe('https://example.org/a')
    expect(absolute('a.chat', undefined, options)).toBe('wss://example.org/chat')
  })

  test('an absolute URL has the host of the request only if allowedHosts contains it', () => {
    const allowedHosts = ['legit.com', '.sub.org', 'one.net:81', '[::1]']
    expect(absolute('a.b', 'LEGIT.com:8080', { allowedHosts })).toBe('http://legit.com:8080/a')
    expect(absolute('a.b', 'x.y.sub.org', { allowedHosts })).toBe('http://x.y.sub.org/a')
    expect(absolute('a.b', 'one.net:81', { allowedHosts })).toBe('http://one.net:81/a')
    expect(absolute('a.b', '[::1]:8080', { allowedHosts })).toBe('http://[::1]:8080/a')
    expect(absolute('a.b', 'legit.com:', { allowedHosts })).toBe('http://legit.com/a')
    expect(absolute('a.b', 'legit.com:08080', { allowedHosts })).toBe('http://legit.com:8080/a')
    expect(absolute('a.client', 'legit.com:080', { allowedHosts }, { client: 'bob' })).toBe(
      'http://bob.app.com/a',
    )
    expect(absolute('a.b', 'one.net:0081', { allowedHosts })).toBe('http://one.net:81/a')
    for (const host of [
      'evillegit.com',
      'evilsub.org',
      'xn--a.sub.org',
      'sub.org',
      'one.net',
      'a@legit.com',
      'evil.com:fake@legit.com',
      'legit.com:abc',
      '[::1',
      'a b',
      'legit.com/x',
      'legit.com"><script>',
      '',
      undefined,
    ]) {
      expect(codeOf(() => absolute('a.b', host, { allowedHosts }))).toBe('E_HOST')
    }
  })

  test.each(['xn--a.example.org', '.xn--a.org', 'xn--a-.org', 'xn--.org'])(
    'allowedHosts refuses %s, because some URL parsers refuse this Punycode',
    (host) => {
      expect(() => Router.parse(text, { allowedHosts: [host] })).toThrow('is not a host')
    },
  )

  test.each(['xn--nxasmq6b.org', 'xn--fuball-cta.de'])(
    'allowedHosts accepts %s, which is valid Punycode',
    (host) => {
      expect(absolute('a.b', host, { allowedHosts: [host] })).toContain(`//${host}/`)
    },
  )

  test('the URL of a route with a host has this host, and the port of the request if allowedHosts contains the host of the request', () => {
    const allowedHosts = ['localhost']
    expect(absolute('a.client', 'localhost:3000', { allowedHosts }, { client: 'bob' })).toBe(
      'http://bob.app.com:3000/a',
    )
    expect(absolute('a.client', 'localhost:3000', {}, { client: 'bob' })).toBe('http://bob.app.com/a')
    expect(absolute('a.client', undefined, {}, { client: 'Bob' })).toBe('http://Bob.app.com/a')
    expect(absolute('a.port', 'localhost:3000')).toBe('http://x.com:8443/p')
    for (const client of [
      'evil.com/',
      'a@b',
      'a:80',
      ' ',
      '.',
      '-',
      'a/../b',
      'x\u0000',
      'a.',
      '.a',
      'a..b',
      'a-',
      '\u212A',
      'é',
      'a'.repeat(64),
      Array.from({ length: 5 }, () => 'a'.repeat(60)).join('.'),
    ]) {
      expect(codeOf(() => absolute('a.client', undefined, {}, { client }))).not.toBe('no error')
    }
  })

  test('if the host of a route is a variable, the route links to allowed hosts only', () => {
    expect(absolute('a.assets', 'www.example.org', { allowedHosts: ['.example.org'] })).toBe(
      'http://assets.example.org/a',
    )
    expect(codeOf(() => absolute('a.assets', 'www.evil.org', { allowedHosts: ['.example.org'] }))).toBe(
      'E_HOST',
    )
    expect(absolute('a.whole', 'www.example.org', { allowedHosts: ['.example.org'] })).toBe(
      'http://www.example.org/w',
    )
    expect(codeOf(() => absolute('a.whole', 'evil.org'))).toBe('E_HOST')
    const legit = { allowedHosts: ['legit.com', 'port.com:81'] }
    expect(absolute('a.whole', undefined, legit, { host: 'LEGIT.com' })).toBe('http://LEGIT.com/w')
    expect(absolute('a.whole', 'evil.org:81', legit, { host: 'port.com' })).toBe('http://port.com/w')
    for (const host of ['evil.org', 'legit.com.evil.org', 5, 99999999999, '1.2.3', 'xn--a', '\u212Aegit.com'])
      expect(codeOf(() => absolute('a.whole', 'legit.com', legit, { host }))).not.toBe('no error')
    expect(codeOf(() => absolute('a.assets', undefined))).toBe('E_REVERSE_MISSING_ARG')
  })

  test('a host whose domain comes from a variable must be in allowedHosts, whatever host the request has', () => {
    const lines = [
      '{h}/y',
      '{a}.{h}/y',
      'cdn.{h}/y',
      '{h}:8080/y',
      '{_}.{h}/y',
      '{h}.com/y',
      '{h}example.com/y',
    ]
    const options = { allowedHosts: ['good.com'], onWarning() {} }
    for (const line of lines) {
      const router = Router.parse(`GET ${line} c.y`, options)
      for (const h of ['evil.com', 'evil'])
        for (const host of ['good.com', 'evil.com', 'other.com', undefined])
          for (const [defaults, given] of [
            [{ h, a: 'a' }, {}],
            [{}, { h, a: 'a' }],
          ] as const) {
            const build = (): string =>
              router
                .forRequest({ host, defaults: () => defaults })
                .reverse('c.y', given)
                .absolute().url
            expect([line, h, host, codeOf(build)]).not.toEqual([line, h, host, 'no error'])
          }
    }
    const ambient = (line: string, host: string | undefined, h: string): string =>
      Router.parse(`GET ${line} c.y`, options)
        .forRequest({ host, defaults: () => ({ h }) })
        .href('c.y')
    expect(ambient('{h}/y', 'other.com', 'good.com')).toBe('http://good.com/y')
    expect(ambient('{h}.example.com/y', 'other.com', 'a')).toBe('http://a.example.com/y')
    expect(ambient('{h}.localhost:3000/y', undefined, 'a')).toBe('http://a.localhost:3000/y')
  })

  test('an entry of allowedHosts allows the hosts that it names, and an entry that is not a host is an error', () => {
    for (const [entry, ...hosts] of [
      ['.example.org:3000', 'a.example.org:3000'],
      ['.example.org.', 'a.example.org', 'b.a.example.org.'],
      ['EXAMPLE.org.', 'example.org', 'example.ORG.'],
      ['[0:0:0:0:0:0:0:1]', '[::1]', '[0:0::1]:81'],
      ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
      ['example.org:443', 'example.org', 'example.org:443'],
      ['.example.org:80', 'a.example.org', 'a.example.org:80'],
      ['127.0.0.1', '127.0.0.1:3000'],
    ] as const)
      for (const host of hosts) {
        const allowedHosts = [entry]
        expect([entry, absolute('a.b', host, { allowedHosts })]).toEqual([
          entry,
          expect.stringContaining('://'),
        ])
      }
    for (const [entry, host] of [
      ['.example.org', 'example.org'],
      ['.example.org:3000', 'a.example.org'],
      ['.example.org:3000', 'a.example.org:3001'],
      ['example.org:443', 'example.org:444'],
      ['example.org', 'a.example.org'],
    ] as const)
      expect([entry, codeOf(() => absolute('a.b', host, { allowedHosts: [entry] }))]).toEqual([
        entry,
        'E_HOST',
      ])
    for (const entry of [
      '',
      '.',
      '*.a.org',
      '.127.0.0.1',
      '.[::1]',
      'http://a.org',
      'a.org/',
      'a b',
      'é.org',
      5,
      undefined,
      null,
    ])
      expect(() => Router.parse(text, { allowedHosts: [entry as string] })).toThrow('is not a host')
  })

  test('absolute(base) accepts a scheme with a host, and refuses paths, users and other schemes', () => {
    const definition = Router.parse(text).reverse('a.b')
    expect(definition.absolute('http://x.org:81').url).toBe('http://x.org:81/a')
    for (const base of [
      'javascript:alert(1)',
      'x.org',
      'https://x.org/path',
      'https://u:p@x.org',
      '//x.org',
    ]) {
      expect(codeOf(() => definition.absolute(base))).toBe('E_HOST')
    }
  })

  test('secure() and a secure request build URLs with https or wss', () => {
    const options = { baseUrl: 'http://example.org' }
    expect(Router.parse(text, options).reverse('a.b').secure().url).toBe('https://example.org/a')
    expect(Router.parse(text, options).reverse('a.chat').secure().url).toBe('wss://example.org/chat')
    expect(
      Router.parse(text)
        .forRequest({ host: 'x', secure: true })
        .reverse('a.client', { client: 'a' })
        .absolute().url,
    ).toBe('https://a.app.com/a')
  })

  test('absolute() and secure() keep a host and a secure scheme that are set already', () => {
    const current = Router.parse(text, { allowedHosts: ['x.org'] }).forRequest({ host: 'x.org:80' })
    const definition = current.reverse('a.b')
    expect(definition.absolute().url).toBe('http://x.org/a')
    expect(definition.secure().url).toBe('https://x.org/a')
    expect(definition.secure().absolute().url).toBe('https://x.org/a')
    expect(definition.absolute('http://y.org:81').absolute().url).toBe('http://y.org:81/a')
    expect(definition.absolute('http://y.org:81').secure().url).toBe('https://y.org:81/a')
    expect(current.reverse('a.chat').secure().secure().url).toBe('wss://x.org/chat')
  })
})
