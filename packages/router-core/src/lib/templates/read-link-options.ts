import { checkOptions, type OptionNames } from '../check-options.js'
import { checkAttributeName } from './check-attribute-name.js'
import type { TemplateRouter } from './reverse-link.js'
import type { TemplateLinkOptions } from './template-link.js'

/** The options of tags and helpers, with their defaults. */
export type TemplateLinkSettings = TemplateLinkOptions &
  Required<Pick<TemplateLinkOptions, 'router' | 'attributeName'>>

/** The names of the options. Engines with more options add their names. */
export const linkOptionNames: OptionNames<TemplateLinkOptions> = {
  router: true,
  attributeName: true,
  onError: true,
}

/**
 * Checks the options of tags and helpers, and adds the defaults.
 *
 * @param caller the function or class that takes the options
 * @param defaultRouter the class `Router`; a parameter, so that this entry does not load the whole router
 * @param names the options that `caller` knows
 * @throws ConfigurationException for an unknown option, and for an attribute name that a template could not use
 */
export function readLinkOptions(
  caller: string,
  options: TemplateLinkOptions,
  defaultRouter: TemplateRouter,
  names: Partial<OptionNames<TemplateLinkOptions>> = linkOptionNames,
): TemplateLinkSettings {
  checkOptions<object>(caller, options, names)
  const { router = defaultRouter, attributeName = 'route', onError } = options
  checkAttributeName('attributeName', attributeName)
  return { router, attributeName, ...(onError && { onError }) }
}
