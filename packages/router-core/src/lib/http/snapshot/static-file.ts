import { join } from 'node:path'
import type { RouteMatch } from '../../matching/match-request.js'
import { fs } from '../../runtime.js'
import { encodeFilePath, toUpperEscapes } from '../../syntax/percent-encoding.js'
import { staticPathVariable } from '../../syntax/route-target.js'
import type { Handler } from './handlers.js'

/** The file that a line serves: below the folder of `staticDir:`, or that of `staticFile:`. */
export interface StaticFile {
  readonly root: string
  /** Decoded. Empty, or with a last slash, for the index.html of a folder. */
  readonly resource: string
  /** The file is written in the route file, so its name may start with a dot. */
  readonly isNamed: boolean
}

/**
 * The file that a path names; undefined where the path is not the one spelling of it: a guard at `/doc/intern` has not
 * seen `/doc/inter%6E/plan.html`, nor `/doc/intern%2Fplan.html`.
 *
 * @param ignoresEscapeCase guards see `%c3` as `%C3`
 */
export function fileOf(
  { root, resource: named }: Extract<Handler, { type: 'file' }>,
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

/** Looks for the file as `send` does: a dot hides a name. Asked for what nobody has answered only, so it may wait for the disk. */
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
