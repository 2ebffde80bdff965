import { readFileSync } from 'node:fs'
import { Router, type Route } from '@mvc-router/router-core'
import { createRandom, pick } from './random.js'

/** Routes to measure with, as the text of a route file. */
export interface RouteSet {
  readonly name: string
  readonly text: string
  readonly routes: readonly Route[]
}

export const routeSetNames = [
  'small',
  'github',
  'constrained',
  'routes1000',
  'routes10000',
  'routes100000',
] as const
export type RouteSetName = (typeof routeSetNames)[number]

export function readRouteSet(name: RouteSetName): RouteSet {
  const text = toText(name)
  return { name, text, routes: Router.parse(text).routes }
}

export function toText(name: RouteSetName): string {
  switch (name) {
    case 'small':
      return readRoutes('small.conf')
    case 'github':
      return readRoutes('github.conf')
    case 'constrained':
      return constrain(readRoutes('github.conf'))
    case 'routes1000':
      return generateRoutes(1000)
    case 'routes10000':
      return generateRoutes(10_000)
    case 'routes100000':
      return generateRoutes(100_000)
  }
}

function readRoutes(file: string): string {
  return readFileSync(new URL(`../routes/${file}`, import.meta.url), 'utf8')
}

/** A constraint on every variable, by its kind: numbers, hexadecimal hashes, and words. */
function constrain(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (['id', 'number'].includes(name)) return `{<[0-9]+>${name}}`
    if (['sha', 'access_token', 'client_id'].includes(name)) return `{<[0-9a-f]{8,40}>${name}}`
    return `{<[A-Za-z0-9_-]+>${name}}`
  })
}

const words = (
  'account address article asset audit badge batch billing board branch budget campaign card cart catalog category ' +
  'channel client comment company contact contract coupon course customer dataset delivery device document draft ' +
  'event export feature feed field file filter folder form group holder image import index invoice item job key ' +
  'label layout ledger lesson level license list location log member menu message metric milestone module note ' +
  'notice offer option order owner package page partner patch payment permission person phone plan policy post ' +
  'price product profile project promo quota quote rate receipt record refund region release report request ' +
  'resource review role rule sample schedule schema scope section segment seller session setting shipment shop ' +
  'site slot snapshot source space stage stock store stream student subject supplier survey table tag target task ' +
  'tax team template tenant term theme thread ticket token topic trace track trade trigger unit update upload user ' +
  'vendor version video view visit voucher wallet warehouse webhook widget window worker'
).split(' ')

/** A big application: resources below modules, each with the usual seven routes; a third of the resources are nested. */
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
