import { routersIn } from './handler-kinds.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import { translatePath } from '../paths/translate-path.js'
import type { Registration } from '../program/values/values.js'

/** Whether a request below the prefix may get to one of the routes and routers that are registered later. */
export function reachesLater(prefix: string, later: readonly Registration[], express: 4 | 5): boolean {
  return later.some((each) => {
    if (each.type === 'param') return false
    if (each.type === 'use' && routersIn(each).length === 0) return false
    if (prefix === '/' || each.paths.length === 0) return true
    return each.paths.some((path) => {
      if (path.type === 'unknown') return true
      try {
        return translatePath(path, express, { isMount: each.type === 'use' }).some(
          ({ pattern }) =>
            comparePrefix(prefix, pattern) !== 'none' ||
            (each.type === 'use' && comparePrefix(pattern, prefix) !== 'none'),
        )
      } catch {
        return true
      }
    })
  })
}
