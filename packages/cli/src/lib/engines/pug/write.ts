import { callArguments, templateText } from '../script/write.js'
import { sourceOf, type NamedLink } from '../written-url.js'

/** A link as the value of an attribute: `route('a.b', { id: user.id })`. */
export function writePugValue(link: NamedLink): string {
  const call = `route${callArguments(link)}`
  return link.rest.length === 0 ? call : `\`\${${call}}${templateText(link.rest, 'source')}\``
}

/** A link in text, where `#{…}` prints. */
export function writePugText(link: NamedLink): string {
  return `#{route${callArguments(link)}}${sourceOf(link.rest)}`
}
