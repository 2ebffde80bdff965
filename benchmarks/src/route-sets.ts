import { readFileSync } from 'node:fs'
import { Router, type Route } from '@mvc-router/router-core'
import { createRandom, pick } from './random.js'

/** Routes to measure with, as the text of a route file. */
export interface RouteSet {
  readonly text: string
  /** The routes, which are parsed at the first use. */
  readonly routes: readonly Route[]
}

export type RouteSetName = 'small' | 'github' | 'constrained' | 'routes1000' | 'routes10000'

export function readRouteSet(name: RouteSetName): RouteSet {
  const text = toText(name)
  let routes: readonly Route[] | undefined
  return {
    text,
    get routes() {
      return (routes ??= Router.parse(text).routes)
    },
  }
}

function toText(name: RouteSetName): string {
  const [, count] = /^routes(\d+)$/.exec(name) ?? []
  if (count !== undefined) return generateRoutes(Number(count))
  const file = name === 'small' ? 'small.conf' : 'github.conf'
  const text = readFileSync(new URL(`../routes/${file}`, import.meta.url), 'utf8')
  return name === 'constrained' ? constrain(text) : text
}

/** Adds a constraint to every variable: a number, a hexadecimal hash, or a word. */
function constrain(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (['id', 'number'].includes(name)) return `{<[0-9]+>${name}}`
    if (['sha', 'access_token', 'client_id'].includes(name)) return `{<[0-9a-f]{8,40}>${name}}`
    return `{<[A-Za-z0-9_-]+>${name}}`
  })
}

const words = (
  'account asset batch branch card category comment contract customer device event feed filter group ' +
  'import item label lesson list member metric note option package patch person policy product promo ' +
  'rate refund report review sample scope seller shipment slot space store subject table task template ' +
  'theme token track unit user video voucher webhook worker'
).split(' ')

/** The routes of a big application. Each resource has the usual seven routes. A third of the resources are nested. */
export function generateRoutes(count: number): string {
  const random = createRandom(count)
  const lines: string[] = []
  const seen = new Set<string>()
  while (lines.length < count) {
    const module = `${pick(random, words)}-${pick(random, words)}`
    const parent = pick(random, words)
    const child = `${pick(random, words)}s`
    const base = random() < 0.33 ? `/${module}/${parent}s/{${parent}Id}/${child}` : `/${module}/${child}`
    if (seen.has(base)) continue
    seen.add(base)
    const controller = `c${seen.size}`
    lines.push(
      `GET ${base} ${controller}.list`,
      `POST ${base} ${controller}.create`,
      `GET ${base}/new ${controller}.blank`,
      `GET ${base}/{id} ${controller}.show`,
      `PUT ${base}/{id} ${controller}.update`,
      `DELETE ${base}/{id} ${controller}.delete`,
      `GET ${base}/{id}/edit ${controller}.edit`,
    )
  }
  return `${lines.slice(0, count).join('\n')}\n`
}
