import { RouteFileParsingException, Router, type MatchRequest, type Route } from '@mvc-router/router-core'
import type { MatchOptions } from '../../dist/lib/matching/match-request.js'
import { Choices } from './choices.js'
import { randomRequest } from './random-request.js'
import { randomRoute, randomSegments, randomWord, toLine, type RandomRoute } from './random-route.js'

/** Lines that overlap as much as can be, and requests that are nearly or exactly for them. */
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
 * Random tables by their number. To parse lines and prove their constraints takes far longer than to match, so many
 * tables in a row draw their lines from one pool: nearly always a few, since their number is what matching one by one
 * takes, and seldom all.
 */
export class RandomTables {
  #poolNumber = -1
  #words: readonly string[] = []
  #pool: readonly RandomLine[] = []

  /** The same number gives the same table. */
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
      options: {
        maxParamLength: choices.pick([255, 255, 255, 3, 300]),
        methodOverride: choices.pick([false, false, false, 'post', 'compat']),
      },
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
      // Many lines differ in all but their paths.
      const isCopy = parts.length > 0 && choices.oneIn(4)
      const segments = isCopy ? choices.pick(parts).segments : randomSegments(choices, words, isSimple)
      parts.push(randomRoute(choices, segments))
    }
    this.#poolNumber = number
    this.#words = words
    this.#pool = parse(parts)
  }
}

/** Lines with errors are left out. */
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

/** Random lines have fixed arguments that hide variables. */
function onWarning(): void {}

const tablesPerPool = 200
