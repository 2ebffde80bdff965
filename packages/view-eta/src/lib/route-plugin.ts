import { ConfigurationException, Router, type SigningOptions } from '@mvc-router/router-core'
import {
  escapeHtml,
  linkHtml,
  linkUrl,
  locateError,
  mergeArguments,
  pageWith,
  readLinkOptions,
  reverseLink,
  signedLink,
  templateAction,
  type TemplateLinkOptions,
  templateReverser,
} from '@mvc-router/router-core/templates'
import { compileRouteTags, defineRoute } from './compile-route-tags.js'
import { defaultEtaConfig, type EtaPlugin } from './eta-plugin.js'
import { locateTags } from './locate-tags.js'

/** Options of `routePlugin`. */
export type RoutePluginOptions = TemplateLinkOptions

/** The plugin, with the functions that compiled templates call. */
export interface RoutePlugin extends EtaPlugin {
  /** The function `route` of templates, which returns an ActionDefinition. */
  readonly routeLink: RouteLink
  /** Returns only the URL of a tag `route`, which Eta escapes or prints as it is. */
  readonly routeUrl: RouteLink
  /** Returns the URL of a tag `route` as HTML. */
  readonly routeHtml: RouteLink
  /** `route.signed` of templates. */
  readonly routeSigned: RouteLink
  /** `route.with` of templates. `action` contains the changes of the query. */
  readonly routeWith: RouteLink
}

/**
 * @param data the template's data, `it`
 * @param options the options that Eta passes to a compiled template; `filepath` names the template
 * @param line 0 if unknown
 */
type RouteLink = (
  data: unknown,
  options: { readonly filepath?: string } | undefined,
  line: number,
  column: number,
  action: unknown,
  args?: unknown,
  signing?: unknown,
) => unknown

/**
 * Links for Eta: the tag `<% route "userController.showUser", { id: it.id } %>`, and in other code the function
 * `route`: `<%= route("userController.listAll") %>`.
 *
 * @example
 * const eta = new Eta({ views: 'views', plugins: [routePlugin({ router })] })
 *
 * @throws ConfigurationException for an attribute name that a template could not use
 */
export function routePlugin(options: RoutePluginOptions = {}): RoutePlugin {
  const { router, attributeName, onError } = readLinkOptions('routePlugin', options, Router)
  if (attributeName === 'it') {
    throw new ConfigurationException(
      'attributeName',
      'attributeName: "it" is where Eta keeps the data of a template',
    )
  }
  let source = ''
  return {
    // Eta parses synchronously, so this is the source of the nodes that processAST receives next.
    processTemplate(template) {
      source = template
      return template
    },
    processAST(nodes, config = defaultEtaConfig) {
      compileRouteTags(nodes, locateTags(source, nodes, config), config)
      return nodes
    },
    processFnString(code, config = defaultEtaConfig) {
      return defineRoute(code, config)
    },
    routeLink: linkFunction(toAction(reverseLink)),
    routeUrl: linkFunction(toAction(linkUrl)),
    routeHtml: linkFunction(toAction(linkHtml), (instead) => escapeHtml(String(instead))),
    routeSigned: linkFunction(toAction(signedLink)),
    routeWith: linkFunction((attribute, changes) => pageWith(attribute, router, changes)),
  }

  function toAction(link: typeof signedLink | typeof linkUrl): WriteLink {
    return (attribute, action, args, signing) => {
      const name = templateAction(action)
      const given = mergeArguments(name, args, undefined)
      return link(templateReverser(attribute, router), name, given, signing as SigningOptions | undefined)
    }
  }

  /** @param written converts the result of `onError` to the text that the template prints */
  function linkFunction(link: WriteLink, written = (instead: unknown): unknown => instead): RouteLink {
    return (data, template, line, column, action, args, signing) => {
      try {
        const attribute =
          typeof data === 'object' && data !== null
            ? (data as Record<string, unknown>)[attributeName]
            : undefined
        return link(attribute, action, args, signing)
      } catch (error) {
        const position = line === 0 ? undefined : { template: template?.filepath, line, column }
        if (onError !== undefined) return written(onError(error, position))
        throw position === undefined ? error : locateError(error, position)
      }
    }
  }
}

/** @param attribute the model attribute in the template's data */
type WriteLink = (attribute: unknown, action: unknown, args: unknown, signing: unknown) => unknown
