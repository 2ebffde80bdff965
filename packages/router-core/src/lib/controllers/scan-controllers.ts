import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { wrongOption } from '../exceptions.js'
import { isObject, isObjectOrFunction } from '../is-object.js'
import { fs } from '../runtime.js'
import { controllerNameOf, isClass, isMarkedController, lowerFirst } from './controller.js'

/**
 * Loads every ES module and CommonJS module in a folder and its subfolders. Returns classes with the mark
 * `@Controller`, and exports whose name ends in `Controller`.
 *
 * @throws ConfigurationException for a folder that does not exist or has no controller
 */
export async function scanControllers(
  folder: string | URL,
  cwd: string = process.cwd(),
): Promise<[string, object][]> {
  const isUrl = folder instanceof URL || folder.startsWith('file:')
  const path = isUrl ? fileURLToPath(folder) : resolve(cwd, folder)
  if (!fs().existsSync(path)) throw wrongOption('componentScan', `there is no folder ${path}`)
  const { glob } = await import('tinyglobby')
  const files = await glob('**/*.{js,mjs,cjs}', {
    cwd: path,
    absolute: true,
    ignore: ['**/node_modules/**', '**/*.{test,spec}.*'],
  })
  const found = new Map<object, string>()
  for (const file of files.toSorted()) {
    const module = await loadModule(file)
    for (const [exportName, value] of exportsOf(module)) {
      const name = toControllerName(exportName, value)
      if (name !== undefined && !found.has(value)) found.set(value, name)
    }
  }
  if (found.size === 0) {
    const hint =
      files.length === 0
        ? 'it has no .js, .mjs or .cjs file; name the folder of the built files'
        : 'mark them with @Controller'
    throw wrongOption('componentScan', `no controllers in ${path}: ${hint}`)
  }
  return [...found].map(([value, name]) => [name, value])
}

/** The default export of a CommonJS module has all of its exports. */
function exportsOf(module: unknown): [string, object][] {
  const all = Object.entries(module as object)
  const inner: unknown = (module as { readonly default?: unknown }).default
  if (isObject(inner)) all.push(...Object.entries(inner))
  return all.filter((entry): entry is [string, object] => isObjectOrFunction(entry[1]))
}

function toControllerName(exportName: string, value: object): string | undefined {
  if (isMarkedController(value)) return controllerNameOf(value)
  if (typeof value === 'function' && !isClass(value)) return undefined
  const name = isClass(value) && exportName === 'default' ? controllerNameOf(value) : exportName
  return name.endsWith('Controller') ? lowerFirst(name) : undefined
}

async function loadModule(file: string): Promise<unknown> {
  try {
    return (await import(pathToFileURL(file).href)) as unknown
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw wrongOption('componentScan', `cannot load ${file}: ${reason}`, { cause })
  }
}
