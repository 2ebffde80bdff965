import { isDeepStrictEqual } from 'node:util'
import type { SampleRequest } from '../requests.js'
import type { Matcher } from './match-peer.js'

/** The share of requests to which a router gives the right answer: the first line that matches, and its values. */
export function checkAnswers(matcher: Matcher, requests: readonly SampleRequest[]): number {
  let right = 0
  for (const { method, path, route, params } of requests) {
    const found = matcher.find(method, path)
    if (found?.route === route && isDeepStrictEqual({ ...found?.params }, { ...params })) right++
  }
  return right / requests.length
}
