import type { RouteFileParsingException, Router } from '@mvc-router/router-core'
import { routerOfFiles } from '@mvc-router/router-core/tools'
import { setTimeout as sleep } from 'node:timers/promises'
import { RouteTableSource, type RouteTableSourceOptions } from '../../dist/lib/loading/route-table-source.js'
import type { RouteFolder } from './route-folder.js'

interface Followed {
  readonly source: RouteTableSource<Router>
  /** Contains `reload /a /b` for a new table with these paths, and `error CODE file:line` for an error. */
  readonly events: string[]
  readonly errors: RouteFileParsingException[]
}

type Options = RouteTableSourceOptions<Router>

export const build: Options['build'] = ({ files, find }) => routerOfFiles(files, find)

/** Loads route files, and watches their folders. */
export async function follow(
  folder: RouteFolder,
  locations: Options['locations'],
  options: Partial<Options> = {},
): Promise<Followed> {
  const source = new RouteTableSource<Router>({ locations, build, cwd: folder.path, ...options })
  folder.onEnd(() => source.close())
  await source.load()
  source.start()
  // After this reload, the folders are watched.
  await source.reload()
  const events: string[] = []
  const errors: RouteFileParsingException[] = []
  source.on('reload', (router) => events.push(['reload', ...pathsOf(router)].join(' ')))
  source.on('reload-error', (error) => {
    errors.push(error)
    events.push(`error ${error.code} ${error.file}:${error.line}`)
  })
  return { source, events, errors }
}

export function pathsOf(router: Router | undefined): string[] {
  return router?.routes.map(({ path }) => path) ?? []
}

/** Waits until the condition is true. Otherwise, the time limit of Jest fails the test. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5)
}

export async function untilPaths({ source }: Followed, ...paths: string[]): Promise<void> {
  await until(() => pathsOf(source.current).join(' ') === paths.join(' '))
}

/** Waits long enough for an event that must not happen. */
export async function aWhile(): Promise<void> {
  await sleep(400)
}
