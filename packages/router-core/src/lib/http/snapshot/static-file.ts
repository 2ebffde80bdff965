import { join } from 'node:path'
import type { RouteMatch } from '../../matching/match-request.js'
import { fs } from '../../runtime.js'
import { encodeFilePath, toUpperEscapes } from '../../syntax/percent-encoding.js'
import { staticPathVariable } from '../../syntax/route-target.js'
import type { RouteHandler } from './route-handler.js'

/** The file that a line serves: a file inside the folder of `staticDir:`, or the file of `staticFile:`. */
export interface StaticFile {
  readonly root: string
  /** The decoded path inside `root`. If it is empty or ends in a slash, it is the index.html of the folder. */
  readonly resource: string
  /** True for `staticFile:`. The name may then start with a dot. */
  readonly isNamed: boolean
}

/**
 * The file of a path. Undefined for a second spelling of a path, because a guard at `/doc/intern` does not run for
 * `/doc/inter%6E/plan.html` or `/doc/intern%2Fplan.html`.
 *
 * @param ignoresEscapeCase true if guards read `%c3` as `%C3`
 */
export function fileOf(
  { root, resource: named }: Extract<RouteHandler, { type: 'file' }>,
  { args }: RouteMatch,
  path: string,
  ignoresEscapeCase: boolean,
): StaticFile | undefined {
  if (named !== undefined) return { root, resource: named, isNamed: true }
  const resource = args[staticPathVariable] ?? ''
  const [asked = ''] = path.split('?', 1)
  const spelling = ignoresEscapeCase ? toUpperEscapes(asked) : asked
  const isSpelled = !resource.includes('\\') && spelling.endsWith(`/${encodeFilePath(resource)}`)
  return isSpelled ? { root, resource, isNamed: false } : undefined
}

/** True if `send` would find the file. It blocks on the disk, so call it only for unanswered requests. */
export function hasFile(file: StaticFile | undefined): boolean {
  if (file === undefined) return false
  const { root, resource, isNamed } = file
  const path = resource === '' || resource.endsWith('/') ? `${resource}index.html` : resource
  if (!isNamed && path.split('/').some((segment) => segment.startsWith('.'))) return false
  try {
    return fs().statSync(join(root, path)).isFile()
  } catch {
    return false
  }
}
