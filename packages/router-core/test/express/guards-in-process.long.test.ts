import { describe, expect, test } from '@jest/globals'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { NextFunction, Request, Response } from 'express'
import { Router } from '@mvc-router/router-core'
import { loadMapping } from './load-mapping.js'
import { expressVersions } from './serve.js'

/** Requests for each version and each setting of Express. FUZZ_RUNS=125000 sends a million requests in total. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 1000)
const requestsPerApplication = 500

const settings = [true, false].flatMap((sensitive) =>
  [true, false].map((strict) => ({ 'case sensitive routing': sensitive, 'strict routing': strict })),
)

/** A random generator with a seed, so a failure can be repeated. */
class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below(limit: number): number {
    this.#state = (this.#state * 48_271) % 0x7fffffff
    return this.#state % limit
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T
  }
}

const characters = "abkAKz09-._~!$&'+,;=@%"
const escapes = '%20 %C3%A9 %c3%a9 %C3%a9 %2F %2e %41 %61 %25 %E2%84%AA %5C %7E |'
const pieces = [...characters, ...escapes.split(' ')]

function randomLiteral(random: Random): string {
  const segments = Array.from({ length: 1 + random.below(2) }, () =>
    Array.from({ length: 1 + random.below(3) }, () => random.of(pieces)).join(''),
  )
  return `/${segments.join('/')}`
}

function isAccepted(literal: string): boolean {
  try {
    return Router.parse(`GET ${literal} a.b`).routes.length === 1
  } catch {
    return false
  }
}

/** Changes a path in a way that components read differently. */
function change(path: string, random: Random): string {
  const at = random.below(path.length)
  const character = path[at] ?? ''
  const escape = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const isLower = character === character.toLowerCase()
  const swapped = isLower ? character.toUpperCase() : character.toLowerCase()
  const put = (text: string): string => path.slice(0, at) + text + path.slice(at + 1)
  const changes = [
    (): string => put(escape),
    (): string => put(escape.toUpperCase()),
    (): string => put(swapped),
    (): string => put(character + character),
    (): string => put(''),
    (): string =>
      put(random.of(['/', '//', '/./', '/../', ';', ';a=1', '?', '#', '\\', '%2F', '%', '.', ' '])),
    (): string => path.toUpperCase(),
    (): string => path.toLowerCase(),
    (): string => path.replaceAll(/%../g, (found) => found.toLowerCase()),
    (): string => path.replaceAll(/%../g, (found) => found.toUpperCase()),
    (): string => `${path}/`,
  ]
  return random.of(changes)()
}

/** Escapes a text for `app.use`. Express 4 and 5 have different special characters. */
function toGuardPath(text: string, isExpress4: boolean): string {
  return text.replaceAll(isExpress4 ? /[\\^$.*+?()[\]{}|:]/g : /[{}()[\]+?!:*\\]/g, '\\$&')
}

describe.each(expressVersions)('on %s', (name, express) => {
  test.each(settings)(
    'no route runs before the guard of its literal, with the settings %j',
    async (setting) => {
      let ran = 0
      for (let application = 1; application * requestsPerApplication <= runs; application++) {
        const random = new Random(application * 7919)
        const literals = Array.from({ length: 12 }, () => randomLiteral(random)).filter(isAccepted)
        const lines = literals.flatMap((literal, index) => [
          `GET ${literal} page.show(literal:'${index}')`,
          `* ${literal}/{id}/? page.show(literal:'${index}')`,
          `GET ${literal}/f/{<.*>path} page.show(literal:'${index}')`,
        ])
        let finish: () => void = () => undefined
        let served: string | undefined
        let guards: string[] = []
        const mapping = await loadMapping(lines.join('\n'), {
          controllers: {
            page: {
              show: (asked: Request): void => {
                served = String(asked.params['literal'])
                finish()
              },
            },
          },
          onWarning: () => undefined,
        })
        const app = express()
        for (const [key, value] of Object.entries(setting)) app.set(key, value)
        // The mount path in the application and in requests. The parser of targets escapes some characters.
        const [mounted, mountPath] = random.of([
          ['', ''],
          ['/m', '/m'],
          ['/:tenant', random.of(['/m', '/"', '/a|b', '/%22', "/'m'"])],
        ] as const)
        for (const [index, literal] of literals.entries()) {
          const guard = (_asked: Request, _response: Response, next: NextFunction): void => {
            guards.push(String(index))
            next()
          }
          app.use(mounted + toGuardPath(literal, name === 'Express 4'), guard)
        }
        if (mounted === '') app.use(mapping.middleware)
        else app.use(mounted, mapping.middleware)
        app.use(() => finish())
        app.use((_error: Error, _asked: Request, _response: Response, _next: NextFunction) => finish())
        for (let number = 0; number < requestsPerApplication; number++) {
          let path = random.of(literals) + random.of(['', '', '/', '/1', '/%31/', '/f/', '/f/a/b'])
          for (let changes = random.below(3); changes > 0; changes--) path = change(path, random)
          served = undefined
          guards = []
          const request = new IncomingMessage(new Socket())
          request.method = random.of(['GET', 'GET', 'HEAD', 'POST'])
          request.url = random.of(['', '', 'http://h']) + mountPath + random.of(['', '', '/x', '\\']) + path
          if (random.below(4) === 0) request.url += '#'
          request.headers.host = 'a'
          await new Promise<void>((resolve) => {
            finish = resolve
            type Handle = (asked: IncomingMessage, response: ServerResponse, done: () => void) => void
            ;(app as unknown as Handle)(request, new ServerResponse(request), finish)
          })
          if (served === undefined) continue
          ran++
          if (guards.includes(served)) continue
          expect([request.method, request.url, literals[Number(served)], literals]).toBe('guarded')
        }
      }
      expect(ran).toBeGreaterThan(runs / 20)
    },
  )
})
