import type { SourceText } from '../../terminal/source-text.js'
import { isMisspeltRoute } from '../link-expression.js'
import { originOf } from './name-origin.js'
import { ScriptSyntaxException, visitSyntax, type SyntaxNode, lastName } from '@mvc-router/import/script'
import { syntaxOf } from '../../terminal/syntax-of.js'
import { readJsxLink, readLinkCall, type CalledLink } from './read-script-link.js'
import type { FindLinksOptions, FoundLinks, TemplateLink } from '../template-link.js'

/** Finds links: `Router.reverse('a.b')`, `redirect('a.b')`, `href('a.b')`, `<Link action="a.b">` and similar calls. */
export function findScriptLinks(source: SourceText, options: FindLinksOptions): FoundLinks {
  const root = syntaxOf(source)
  // The compiler reports syntax errors, so they only make the links unknown.
  if (root instanceof ScriptSyntaxException)
    return { links: [], problems: [], unread: [{ offset: root.offset, message: root.message }] }
  return { links: linksOfProgram(root, options, 'program'), problems: [], unread: [] }
}

/** Finds links in template code, where `route` is the model attribute and nothing is imported. */
export function linksOfTemplateCode(root: SyntaxNode, options: FindLinksOptions): TemplateLink[] {
  return linksOfProgram(root, options, 'template')
}

function linksOfProgram(
  root: SyntaxNode,
  { attributeName }: FindLinksOptions,
  place: 'program' | 'template',
): TemplateLink[] {
  const links: TemplateLink[] = []
  const program = place === 'program' ? root : undefined
  visitSyntax(root, (node) => {
    const link =
      node.type === 'JSXOpeningElement' && program !== undefined
        ? readJsxLink(node, componentName(node, program))
        : node.type === 'CallExpression' || node.type === 'OptionalCallExpression'
          ? readLinkCall(node, calledLink(node['callee'] as SyntaxNode, attributeName, program))
          : undefined
    if (link !== undefined) links.push(link)
  })
  return links
}

const link = { purpose: 'url', position: 0, isCertain: true, takesArguments: true } as const

/** @param program undefined for template code */
function calledLink(
  callee: SyntaxNode,
  attributeName: string,
  program: SyntaxNode | undefined,
): CalledLink | undefined {
  if (callee.type === 'Identifier') return calledFunction(callee, attributeName, program)
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return undefined
  const { object, property, computed } = callee as SyntaxNode & { object: SyntaxNode; property: SyntaxNode }
  if (computed === true || property.type !== 'Identifier') return undefined
  const owner = lastName(object)
  switch (property['name']) {
    // Methods called `reverse` also exist for lists, texts and animations.
    case 'href':
    case 'reverse': {
      const isCertain =
        owner !== undefined &&
        (owner === attributeName || isRouterName(owner)) &&
        !(object.type === 'Identifier' && isFromElsewhere(object, owner, program))
      return { ...link, isCertain, isGuess: !isCertain }
    }
    // Cookies, downloads and tokens can also be signed.
    case 'signed': {
      const isCertain = owner !== undefined && (owner === attributeName || isRouterName(owner))
      return { ...link, purpose: 'signed', isCertain, isGuess: !isCertain }
    }
    case 'reverseTemplate':
      return { ...link, purpose: 'template' }
    case 'isCurrent':
      return { ...link, purpose: 'name', isCertain: owner === attributeName }
    case 'linkTo':
      return { ...link, purpose: 'name', takesArguments: false, isCertain: false }
    case attributeName:
      // Express has the method `app.route('/path')`.
      return { ...link, isCertain: program === undefined || owner === 'locals' || owner === 'it' }
    default:
      return undefined
  }
}

function calledFunction(
  callee: SyntaxNode,
  attributeName: string,
  program: SyntaxNode | undefined,
): CalledLink | undefined {
  const name = callee['name'] as string
  // Eta's tag function is always called `route`, even if the model attribute has a different name.
  if (program === undefined) {
    if (name === attributeName || name === 'route') return link
    return isMisspeltRoute(name) ? { ...link, isCertain: false, isGuess: true, misspelt: name } : undefined
  }
  const origin = originOf(program, callee, name)
  if (origin?.isForeign === true) return undefined
  const isOurs = origin?.isOurs === true
  switch (origin?.importedName ?? name) {
    case 'redirect':
      return origin === undefined ? undefined : { ...link, isCertain: isOurs }
    case 'reverseLink':
      return isOurs ? { ...link, position: 1 } : undefined
    case 'linkTo':
      return isOurs ? { ...link, purpose: 'name', takesArguments: false } : undefined
    case 'href':
    case attributeName:
      return { ...link, isCertain: isOurs }
    default:
      return undefined
  }
}

/** True for a parameter, or a name of another package. Then only the action shows whether the call is a link. */
function isFromElsewhere(node: SyntaxNode, name: string, program: SyntaxNode | undefined): boolean {
  const origin = program && originOf(program, node, name)
  return origin !== undefined && (origin.isForeign || origin.isParameter)
}

/** True for `router`, `Router`, `bookRouter`, `mapping`, `reverser`, and `route`, the model attribute. */
function isRouterName(name: string): boolean {
  return /^(?:route|reverser|(?:.*[a-z_$])?(?:Router|Mapping|Reverser)|_?router|_?mapping|Router)$/.test(name)
}

/** Returns the name of a component: `Link` for `<links.Link>`. Returns undefined if another package defines it. */
function componentName(element: SyntaxNode, program: SyntaxNode): string | undefined {
  const { name } = element as SyntaxNode & { name: SyntaxNode }
  if (name.type === 'JSXMemberExpression') return (name['property'] as SyntaxNode)['name'] as string
  const own = name['name'] as string
  const origin = originOf(program, name, own)
  return origin?.isForeign === true ? undefined : (origin?.importedName ?? own)
}
