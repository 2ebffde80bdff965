import { RouteFileParsingException, Router, type MatchRequest, type Route } from '@mvc-router/router-core'
import type { MatchOptions } from '../../dist/lib/matching/match-request.js'
import { Choices } from './choices.js'
import { randomRequest } from './random-request.js'
import { randomRoute, randomSegments, randomWord, toLine, type RandomRoute } from './random-route.js'

/** Lines that often overlap, and requests that match a line or nearly match a line. */
export interface RandomTable {
  readonly lines: readonly RandomLine[]
  readonly requests: readonly MatchRequest[]
  readonly options: MatchOptions
}

export interface RandomLine {
  readonly text: string
  readonly parts: RandomRoute
  readonly route: Route
}

/**
 * Random tables by their number. Parsing takes far longer than matching, so 200 tables share a pool of lines. Most
 * tables have a few lines of the pool, because matching one by one is slow. Some tables have all lines.
 */
export class RandomTables {
  #poolNumber = -1
  #words: readonly string[] = []
  #pool: readonly RandomLine[] = []

  /** The same number returns the same table. */
  get(number: number): RandomTable {
    this.#fillPool(Math.floor(number / tablesPerPool))
    const pool = this.#pool
    const choices = new Choices(number)
    const lines = choices.oneIn(100)
      ? pool
      : [...new Set(choices.list(1 + choices.below(12), () => choices.pick(pool)))]
    const routes = lines.map(({ parts }) => parts)
    return {
      lines,
      requests: choices.list(10 + choices.below(20), () => randomRequest(choices, routes, this.#words)),
      options: { maxParamLength: choices.pick([255, 255, 255, 3, 300]) },
    }
  }

  #fillPool(number: number): void {
    if (number === this.#poolNumber) return
    const choices = new Choices(~number)
    const words = choices.list(2 + choices.below(4), () => randomWord(choices))
    const isSimple = choices.oneIn(3)
    const size = choices.oneIn(10) ? 300 : 60
    const parts: RandomRoute[] = []
    while (parts.length < size) {
      // A quarter of the lines have the path of another line.
      const isCopy = parts.length > 0 && choices.oneIn(4)
      const segments = isCopy ? choices.pick(parts).segments : randomSegments(choices, words, isSimple)
      parts.push(randomRoute(choices, segments))
    }
    this.#poolNumber = number
    this.#words = words
    this.#pool = parse(parts)
  }
}

/** Omits lines with errors. */
function parse(parts: readonly RandomRoute[]): RandomLine[] {
  const texts = parts.map(toLine)
  try {
    const { table } = Router.parse(texts.join('\n'), { onWarning })
    return table.routes.map((route, index) => ({
      text: texts[index] as string,
      parts: parts[index] as RandomRoute,
      route,
    }))
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    const bad = new Set(error.errors.map(({ line }) => line))
    return parse(parts.filter((_, index) => !bad.has(index + 1)))
  }
}

/** Ignores warnings, because random lines have fixed arguments that hide variables. */
function onWarning(): void {}

const tablesPerPool = 200
