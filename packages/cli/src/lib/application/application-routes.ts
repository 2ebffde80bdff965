import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ShownRoute } from '../routes/shown-routes.js'
import { UsageException } from '../terminal/usage-exception.js'
import { withProcess } from './ask-process.js'

/** The request to the process that loads the application: an absolute file. */
export interface RoutesRequest {
  readonly entry: string
}

/**
 * The routes that an application has when it has been started, those of its extensions included, such as the endpoints of
 * generic controllers. It is loaded in a process of its own, in which it does not listen.
 *
 * @throws UsageException where it cannot be loaded, or has no mapping
 */
export async function applicationRoutes(file: string, cwd: string): Promise<readonly ShownRoute[]> {
  const entry = resolve(cwd, file)
  if (!existsSync(entry))
    throw new UsageException(`--app: there is no ${file}`, 'name the file that starts the application')
  const request: RoutesRequest = { entry }
  return withProcess('application/route-process.js', cwd, (ask) => ask(request))
}
