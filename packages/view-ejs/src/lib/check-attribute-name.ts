import { ConfigurationException } from '@mvc-router/router-core'
import { TAGS_LOCAL } from './ejs-syntax.js'

/** Names that already mean something to Express, or to this package. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['settings', 'cache', '_locals', 'locals', TAGS_LOCAL])

/** @throws ConfigurationException for a name that the model attribute cannot have */
export function checkAttributeName(attributeName: string | undefined): void {
  if (attributeName === undefined) return
  if (!/^[A-Za-z_$][\w$]*$/.test(attributeName)) {
    throw new ConfigurationException('attributeName', `attributeName "${attributeName}" is not an identifier`)
  }
  if (RESERVED_NAMES.has(attributeName)) {
    throw new ConfigurationException('attributeName', `The attributeName "${attributeName}" is taken`)
  }
}
