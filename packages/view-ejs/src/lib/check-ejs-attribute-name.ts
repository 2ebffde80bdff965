import { ConfigurationException } from '@mvc-router/router-core'
import { checkAttributeName } from '@mvc-router/router-core/templates'
import { TAGS_LOCAL } from './tag-delimiters.js'

/** @throws ConfigurationException for a name that the model attribute cannot have */
export function checkEjsAttributeName(attributeName: string | undefined): void {
  if (attributeName === undefined) return
  checkAttributeName('attributeName', attributeName)
  if (attributeName === TAGS_LOCAL) {
    throw new ConfigurationException(
      'attributeName',
      `attributeName: "${attributeName}" is taken by the tags themselves`,
    )
  }
}
