import { controllerNameOf, type ControllerClass } from './controller.js'
import type { ControllerMap } from './controller-registry.js'
import { wrongOption } from '../exceptions.js'
import { scanControllers } from './scan-controllers.js'

/** Objects or classes by name, or a list of classes. `@Controller` or the class itself names each listed class. */
export type Controllers = ControllerMap | readonly ControllerClass[]

/** Makes the instance of a controller class: `(Class) => container.get(Class)`. */
export type Instantiate = (controllerClass: never) => object | Promise<object>

interface ControllerSources {
  readonly controllers?: Controllers | undefined
  readonly componentScan?: string | URL | readonly (string | URL)[] | undefined
  readonly instantiate?: Instantiate | undefined
  readonly cwd?: string | undefined
}

/**
 * All controllers by name. `instantiate` makes the instances of classes.
 *
 * @param extensions the controllers of extensions
 * @throws ConfigurationException for a name that two controllers have
 */
export async function resolveControllers(
  { controllers = {}, componentScan = [], instantiate, cwd }: ControllerSources,
  extensions: readonly (readonly [string, object])[],
): Promise<ControllerMap> {
  const resolved = new Map<string, object>()
  const scanned: [string, object][] = []
  for (const folder of [componentScan].flat()) scanned.push(...(await scanControllers(folder, cwd)))
  for (const [name, source] of [...extensions, ...toEntries(controllers), ...scanned]) {
    const known = resolved.get(name)
    if (known !== undefined && known !== source) {
      throw wrongOption('controllers', `two controllers are named "${name}"`)
    }
    resolved.set(name, source)
  }
  for (const [name, source] of resolved) {
    if (typeof source === 'function' && instantiate !== undefined)
      resolved.set(name, await instantiate(source as never))
  }
  return Object.fromEntries(resolved)
}

function toEntries(controllers: Controllers): [string, object][] {
  if (!Array.isArray(controllers)) return Object.entries(controllers as ControllerMap)
  return controllers.map((controllerClass: unknown): [string, object] => {
    if (typeof controllerClass !== 'function') {
      throw wrongOption('controllers', 'a list holds classes; give objects as { name: object }')
    }
    return [controllerNameOf(controllerClass as ControllerClass), controllerClass]
  })
}
