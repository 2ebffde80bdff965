import defaultEjs from 'ejs'
import { ConfigurationException, Router } from '@mvc-router/router-core'
import { linkOptionNames, readLinkOptions, type TemplateLinkOptions } from '@mvc-router/router-core/templates'
import type { EjsModule, EjsOptions } from './ejs-module.js'
import { OriginalLines } from './original-lines.js'
import { preprocessTags } from './tags/preprocess-tags.js'
import { tagsLocal } from './tags/tag-delimiters.js'
import { RouteTags } from './route-tags.js'

/** Options of `routeEngine`. */
export interface RouteEngineOptions extends TemplateLinkOptions {
  /** Options of EJS: `async`, `delimiter`, `root`, … */
  readonly options?: EjsOptions
  /** The EJS module. Default: `import ejs from 'ejs'`. */
  readonly ejs?: EjsModule
}

/** An engine for Express's `app.engine`, with methods for use without Express. */
export interface RouteEngine {
  (path: string, locals: object, callback: RenderCallback): void
  renderFile(path: string, locals?: object): Promise<string>
  /** Compiles a template like `ejs.compile`. Includes need the option `filename`. */
  compile(template: string, options?: EjsOptions): CompiledTemplate
}

/** The callback that Express passes to engines. */
export type RenderCallback = (error: unknown, html?: string) => void

/** A compiled template. With EJS's option `async`, it returns a promise. */
export type CompiledTemplate = (locals?: object) => string | PromiseLike<string>

/**
 * EJS with the tag library, as an Express engine.
 *
 * If Express's setting `view cache` is on, as in production, EJS's own cache (`ejs.cache`, `ejs.clearCache()`) keeps
 * the compiled templates.
 *
 * @example
 * app.engine('ejs', routeEngine())
 * app.set('view engine', 'ejs')
 */
export function routeEngine(settings: RouteEngineOptions = {}): RouteEngine {
  const names = { ...linkOptionNames, options: true, ejs: true } as const
  const linkOptions = readLinkOptions('routeEngine', settings, Router, names)
  const ejs: EjsModule = settings.ejs ?? defaultEjs
  if (linkOptions.attributeName === tagsLocal)
    throw new ConfigurationException(
      'attributeName',
      `attributeName: "${tagsLocal}" is taken by the tags themselves`,
    )
  const engineOptions = ownOptions(settings.options ?? {})
  const originalLines = OriginalLines.of(ejs)

  function engine(this: unknown, path: string, locals: object, callback: RenderCallback): void {
    let html: string | PromiseLike<string>
    try {
      html = render(compileFile(path, ownOptions(settingsOfExpress(this, locals), engineOptions)), locals)
    } catch (error) {
      callback(error)
      return
    }
    if (typeof html === 'string') callback(null, html)
    // oxlint-disable-next-line promise/no-callback-in-promise -- Express engines have a callback
    else html.then((text) => callback(null, text)).then(undefined, callback)
  }

  async function renderFile(path: string, locals: object = {}): Promise<string> {
    return render(compileFile(path, engineOptions), locals)
  }

  function compile(template: string, options: EjsOptions = {}): CompiledTemplate {
    const compiled = compileTemplate(template, ownOptions(engineOptions, options))
    return (locals = {}) => render(compiled, locals, options, template)
  }

  function compileFile(path: string, options: EjsOptions): CompiledTemplate {
    const { cache = false } = options
    const cached = cache ? ejs.cache.get(path) : undefined
    if (typeof cached === 'function') return cached as CompiledTemplate
    const compiled = compileTemplate(readTemplate(path), ownOptions(options, { filename: path }))
    if (cache) ejs.cache.set(path, compiled)
    return compiled
  }

  function compileTemplate(template: string, options: EjsOptions): CompiledTemplate {
    const includer = includerWithTags(options)
    return ejs.compile(preprocess(template, options), ownOptions(options, { includer }))
  }

  function preprocess(template: string, options: EjsOptions): string {
    const processed = preprocessTags(template, options, ejs)
    const { filename, escape = ejs.escapeXML } = options
    if (filename !== undefined) originalLines.remember(escape(filename), template)
    return processed
  }

  /** EJS calls the includer for each `include`, before it looks in its cache. */
  function includerWithTags(options: EjsOptions): NonNullable<EjsOptions['includer']> {
    return (name, path) => {
      const given = options.includer?.(name, path)
      const filename = given?.filename ?? path
      if (filename === undefined) {
        if (given?.template !== undefined) return { template: preprocess(given.template, options) }
        throw new Error(`Could not find the include file "${name}"`)
      }
      if (options.cache === true && ejs.cache.get(filename) !== undefined) return { filename }
      const template = given?.template ?? readTemplate(filename)
      return { filename, template: preprocess(template, ownOptions(options, { filename })) }
    }
  }

  function readTemplate(path: string): string {
    return ejs
      .fileLoader(path)
      .toString()
      .replace(/^\uFEFF/, '')
  }

  function render(
    compiled: CompiledTemplate,
    locals: object,
    { unsafePrototypeLocals = engineOptions.unsafePrototypeLocals }: EjsOptions = {},
    template?: string,
  ): string | PromiseLike<string> {
    try {
      const inherited: object | null =
        unsafePrototypeLocals === true ? Object.getPrototypeOf(locals) : Object.prototype
      const withTags = Object.assign(Object.create(inherited), locals, {
        [tagsLocal]: new RouteTags(locals, linkOptions),
      })
      const html = compiled(withTags)
      return typeof html === 'string' ? html : html.then(undefined, (error) => rethrow(error, template))
    } catch (error) {
      return rethrow(error, template)
    }
  }

  function rethrow(error: unknown, unnamed: string | undefined): never {
    originalLines.restore(error, unnamed)
    throw error
  }

  return Object.assign(engine, { renderFile, compile })
}

/** Options without a prototype, so that a polluted `Object.prototype` adds no option. */
function ownOptions(...parts: readonly EjsOptions[]): EjsOptions {
  return Object.assign(Object.create(null), ...parts)
}

/**
 * Reads the options that Express passes to an engine: the folders from its View, which is `this`, and the local
 * `cache`. Other locals are no options, because a request may control them (`res.render(view, req.query)`).
 */
function settingsOfExpress(view: unknown, locals: object): EjsOptions {
  const root: unknown = typeof view === 'object' && view !== null && 'root' in view ? view.root : undefined
  const views = typeof root === 'string' ? [root] : Array.isArray(root) ? root.map(String) : undefined
  const cache: unknown = Object.hasOwn(locals, 'cache') ? Reflect.get(locals, 'cache') : undefined
  return { ...(views && { views }), ...(cache === true && { cache }) }
}
