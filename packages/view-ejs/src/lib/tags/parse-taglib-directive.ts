import type { TemplateText } from '../template-text.js'
import type { TagSyntaxException } from './tag-syntax-exception.js'

const tagLibraryUri = '/mvc-router'

/**
 * The prefix that `<%@ taglib prefix="route" uri="/mvc-router" %>` declares.
 *
 * @param code the text between the delimiters, with the `@`
 * @param start the offset of the directive
 * @returns undefined for other code
 * @throws TagSyntaxException
 */
export function parseTaglibDirective(source: TemplateText, code: string, start: number): string | undefined {
  const [, attributesText] = /^@\s*taglib(?=\s|$)([^]*)$/.exec(code) ?? []
  if (attributesText === undefined) return undefined

  const attributes = new Map<string, string>()
  const rest = attributesText.replaceAll(
    /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    (_, name, double, single) => {
      if (attributes.has(name)) throw problem('E_TAG_DUPLICATE', `The taglib directive gives "${name}" twice`)
      attributes.set(name, double ?? single)
      return ''
    },
  )
  const { prefix, uri, ...others } = Object.fromEntries(attributes)
  if (rest.trim() !== '' || Object.keys(others).length > 0)
    throw problem('E_TAG_DIRECTIVE', 'Expected a prefix and a uri only')
  if (prefix === undefined || !/^[A-Za-z_][\w.-]*$/.test(prefix)) {
    throw problem('E_TAG_DIRECTIVE', `The taglib directive needs a prefix of letters and digits`)
  }
  if (uri !== tagLibraryUri)
    throw problem('E_TAG_DIRECTIVE', `The tag library "${uri ?? ''}" is not known here`)
  return prefix

  function problem(errorCode: 'E_TAG_DIRECTIVE' | 'E_TAG_DUPLICATE', message: string): TagSyntaxException {
    const hint = `write <%@ taglib prefix="route" uri="${tagLibraryUri}" %>`
    return source.problem(errorCode, { start }, message, hint)
  }
}
