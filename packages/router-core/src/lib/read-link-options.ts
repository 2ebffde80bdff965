import { checkOptions, type OptionNames } from './check-options.js'
import { Router } from './router.js'
import { checkAttributeName } from './templates/check-attribute-name.js'
import type { TemplateLinkOptions } from './templates/template-link.js'

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
 * @param names the options that `caller` knows
 * @throws ConfigurationException for an unknown option, and for an attribute name that a template could not use
 */
export function readLinkOptions(
  caller: string,
  options: TemplateLinkOptions,
  names: Partial<OptionNames<TemplateLinkOptions>> = linkOptionNames,
): TemplateLinkSettings {
  checkOptions<object>(caller, options, names)
  const { router = Router, attributeName = 'route', onError } = options
  checkAttributeName('attributeName', attributeName)
  return { router, attributeName, ...(onError && { onError }) }
}
