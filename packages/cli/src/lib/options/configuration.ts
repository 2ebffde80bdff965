import { ConfigurationException, type Configuration, type RouterOptions } from '@mvc-router/router-core'
import {
  checkOptions,
  configurationNames,
  isObject,
  readRouterOptions,
  routerOptionsOf,
  withoutNames,
  type OptionNames,
} from '@mvc-router/router-core/tools'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SourcePlace } from '../terminal/source-text.js'
import { systemReason, UsageException } from '../terminal/usage-exception.js'

export class ConfigurationProblem extends UsageException {
  /** An absolute path. */
  readonly path: string
  readonly place: SourcePlace | undefined

  constructor(path: string, message: string, hint?: string, place?: SourcePlace, options?: ErrorOptions) {
    super(message, hint, options)
    this.path = path
    this.place = place
  }
}

/** The names of configuration files. A folder has at most one. */
export const configurationFiles: readonly string[] = ['ts', 'js', 'mjs', 'json'].map(
  (extension) => `mvc-router.config.${extension}`,
)

export function isConfigurationName(path: string): boolean {
  return configurationFiles.some((name) => path.endsWith(`/${name}`) || path.endsWith(`\\${name}`))
}

export function configurationsIn(folder: string): string[] {
  return configurationFiles.filter((name) => existsSync(join(folder, name)))
}

/** @throws ConfigurationProblem if the folder has two configurations */
function findConfiguration(folder: string): string | undefined {
  const [first, second] = configurationsIn(folder)
  if (second === undefined) return first && join(folder, first)
  const message = `There are two configurations: ${first} and ${second}`
  throw new ConfigurationProblem(join(folder, second), message, 'delete one of them')
}

/**
 * Loads the configuration of a folder. A configuration in JavaScript runs.
 *
 * @param options.check throws a ConfigurationException for invalid settings of the command
 * @throws ConfigurationProblem
 */
export async function loadConfiguration(
  folder: string,
  named?: string,
  options: { readonly isFresh?: boolean; readonly check?: (config: Partial<Configuration>) => void } = {},
): Promise<Partial<Configuration>> {
  const path = named === undefined ? findConfiguration(folder) : resolve(folder, named)
  if (path === undefined) return {}
  const file = relative(folder, path).replaceAll(sep, '/')
  if (!existsSync(path)) throw new ConfigurationProblem(path, `There is no configuration ${file}`)
  const given = await readFile(path, file, options.isFresh === true)
  if (!isRecord(given))
    throw new ConfigurationProblem(
      path,
      `${file}: expected an object`,
      'export default defineConfig({ routeFiles: ... })',
    )
  const config = given as Partial<Configuration>
  try {
    checkOptions('The configuration', config, settingNames)
    options.check?.(config)
    readRouterOptions(routerSettings(config))
  } catch (error) {
    if (!(error instanceof ConfigurationException)) throw error
    throw await problemAt(path, file, error)
  }
  return config
}

/** Returns the router options of a configuration. Commands do not use controllers, warnings and signing keys. */
export function routerSettings(config: Partial<Configuration>): Omit<RouterOptions, 'controllers'> {
  const { controllers: _, ...options } = config
  return withoutNames(routerOptionsOf(options), { onWarning: true, signingKeys: true })
}

async function readFile(path: string, file: string, isFresh: boolean): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    if (isFresh) delete createRequire(path).cache[path]
    const { href } = pathToFileURL(path)
    const module = (await import(isFresh ? `${href}?${statSync(path).mtimeMs}` : href)) as {
      default?: unknown
    }
    return module.default
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? `Node ${process.versions.node} does not run TypeScript: write mvc-router.config.js, or use Node 22.18 or later`
        : undefined
    throw new ConfigurationProblem(path, `${file}: ${systemReason(error)}`, hint, undefined, { cause: error })
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isFile = (value: unknown): boolean => isText(value) || value instanceof URL
const texts = [
  (value: unknown): boolean => Array.isArray(value) && value.every(isText),
  'a list of texts',
] as const
const text = [isText, 'a text'] as const

const settingNames: OptionNames<Configuration> = {
  ...configurationNames,
  ambient: texts,
  templates: texts,
  static: texts,
  elsewhere: texts,
  attributeName: text,
  nunjucksTags: text,
  routeFiles: [(value) => [value].flat().every(isFile), 'files, because a command reads no function'],
  engines: [
    (value) => isRecord(value) && Object.values(value).every(isText),
    "an object such as { '.html': 'nunjucks' }",
  ],
  commands: [
    (value) => isRecord(value) && Object.values(value).every(isRecord),
    "an object such as { types: { out: 'src/routes.d.ts' } }",
  ],
}

function isRecord(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value)
}

/** Adds the place of the setting. A configuration is parsed only for this purpose. */
async function problemAt(
  path: string,
  file: string,
  error: ConfigurationException,
): Promise<ConfigurationProblem> {
  const [
    { SourceText },
    { keyName, nodeIn, nameOffset, childIn, parseExpression, parseScript, visitSyntax },
  ] = await Promise.all([import('../terminal/source-text.js'), import('@mvc-router/import/script')])
  const source = new SourceText(readFileSync(path, 'utf8'), file)
  const root = path.endsWith('.json') ? parseExpression(source.text, file) : parseScript(source.text, file)
  let offset: number | undefined
  visitSyntax(root, (node) => {
    if (nodeIn(node, 'key') === undefined || keyName(node) !== error.option) return
    offset ??= nameOffset(childIn(node, 'key'))
  })
  const [message = '', hint] = error.message.split('; ')
  const place = offset === undefined ? undefined : source.place(offset)
  return new ConfigurationProblem(path, message, hint, place, { cause: error })
}
