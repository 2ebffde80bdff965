import { ConfigurationException } from '@mvc-router/router-core'
import { checkAttributeName } from '@mvc-router/router-core/templates'
import { tagsLocal } from './tags/tag-delimiters.js'

/** @throws ConfigurationException for a name that the model attribute cannot have */
export function checkEjsAttributeName(attributeName: string | undefined): void {
  if (attributeName === undefined) return
  checkAttributeName('attributeName', attributeName)
  if (attributeName === tagsLocal) {
    throw new ConfigurationException(
      'attributeName',
      `attributeName: "${attributeName}" is taken by the tags themselves`,
    )
  }
}
