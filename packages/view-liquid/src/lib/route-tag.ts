import { Router } from '@mvc-router/router-core'
import {
  escapeHtml,
  linkUrl,
  locateError,
  mergeArguments,
  pageWith,
  readLinkOptions,
  signedLinkByName,
  templateAction,
  templateReverser,
  type TemplateLinkOptions,
} from '@mvc-router/router-core/templates'
import {
  evalToken,
  toValue,
  type Context,
  type Emitter,
  type Liquid,
  type TagToken,
  type ValueToken,
} from 'liquidjs'
import { liquidTags, readLiquidTag, type LiquidTag } from './read-liquid-tag.js'

/** Options of `routeTag`. */
export type RouteTagOptions = TemplateLinkOptions

/**
 * The plugin for the tags `route`, `routeSigned` and `routeWith`, which print a link as HTML or set a variable (`as`).
 *
 * @throws ConfigurationException for an attribute name that a template could not use
 * @example
 * engine.plugin(routeTag({ router: mapping }))
 * // {% route "userController.showUser", id: user.id %}
 */
export function routeTag(options: RouteTagOptions = {}): (this: Liquid) => void {
  const { router, attributeName, onError } = readLinkOptions('routeTag', options, Router)
  const tags = new WeakMap<object, LiquidTag>()

  const implementation: TagImplementation = {
    parse(token) {
      tags.set(this, readLiquidTag(token))
    },
    *render(context, emitter): Generator<unknown, void, unknown> {
      const { action, args, named, variable } = tags.get(this) as LiquidTag
      const values = new Map<string, unknown>()
      for (const [name, value] of named) values.set(name, yield* valueOf(value, context))
      const given = args && (yield* valueOf(args, context))
      const name = action && (yield* valueOf(action, context))
      const attribute = attributeOf(context, attributeName)
      const all = values.size === 0 ? undefined : Object.fromEntries(values)
      let link: unknown
      try {
        if (action === undefined) {
          link = pageWith(attribute, router, mergeArguments('route.with', given, all))
        } else {
          const written = templateAction(name)
          const reverser = templateReverser(attribute, router)
          const merged = mergeArguments(written, given, all)
          link =
            this.token.name === liquidTags.signed
              ? signedLinkByName(reverser, written, merged).url
              : linkUrl(reverser, written, merged)
        }
      } catch (error) {
        const [line = 1, column = 1] = this.token.getPosition()
        const position = { template: this.token.file, line, column }
        if (onError === undefined) throw locateError(error, position)
        link = onError(error, position)
      }
      if (variable === undefined) emitter.write(escapeHtml(String(link)))
      else Object.assign(context.bottom(), { [variable]: link })
    },
  }
  return function addTags(this: Liquid) {
    for (const name of Object.values(liquidTags)) this.registerTag(name, implementation)
  }
}

/** Liquid does not export this type. */
interface TagImplementation {
  parse(this: object, token: TagToken): void
  render(
    this: { readonly token: TagToken },
    context: Context,
    emitter: Emitter,
  ): Generator<unknown, void, unknown>
}

/** Evaluates a token. Converts Liquid's objects for `nil` and `empty` to values. */
function* valueOf(token: ValueToken, context: Context): Generator<unknown, unknown, unknown> {
  return toValue(yield evalToken(token, context))
}

/** Reads the model attribute. Liquid's own lookup would call the model attribute, because it is a function. */
function attributeOf({ environments }: Context, name: string): unknown {
  return Object.hasOwn(environments, name) ? (environments as Record<string, unknown>)[name] : undefined
}
