import {
  type SyntaxNode,
  childrenOf,
  childIn,
  keyName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
} from '@mvc-router/import/script'
import { urlPieces } from './write.js'
import { get, useOfAttribute, type UrlUse, type PageElement } from '../html/url-attributes.js'

export interface ScriptUrl {
  readonly node: SyntaxNode
  readonly use: UrlUse
  /** `attribute` for a JSX attribute, else `argument`. */
  readonly place: 'argument' | 'attribute'
  /** True if the program evaluates the URL when it starts, and not for each request. */
  readonly isEarly: boolean
}

/** Finds URLs in redirections, requests such as `fetch`, and attributes. */
export function scriptUrls(root: SyntaxNode, text: string): ScriptUrl[] {
  const found: ScriptUrl[] = []
  walk(root, 'program', false)
  return found.toSorted((left, right) => left.node.start - right.node.start)

  function add(
    node: SyntaxNode | undefined,
    use: UrlUse,
    within: Within,
    place: ScriptUrl['place'] = 'argument',
    isEarly = within === 'program',
  ): void {
    const inner = node?.type === 'JSXExpressionContainer' ? childIn(node, 'expression') : node
    if (inner === undefined || inner.type === 'JSXEmptyExpression') return
    if (inner.type === 'ConditionalExpression') {
      add(childIn(inner, 'consequent'), use, within, place, isEarly)
      add(childIn(inner, 'alternate'), use, within, place, isEarly)
    } else if (inner.type === 'LogicalExpression') add(childIn(inner, 'right'), use, within, place, isEarly)
    // A place that may contain any text counts only if the text begins with a slash.
    else if (!use.isGuess || beginsWithSlash(inner)) found.push({ node: inner, use, place, isEarly })
  }

  function walk(value: SyntaxNode, within: Within, returnsUrl: boolean): void {
    if (value.type === 'CallExpression' || value.type === 'NewExpression') readCall(value, within)
    else if (value.type === 'AssignmentExpression') readAssignment(value, within)
    else if (value.type === 'JSXOpeningElement') readElement(value, within)
    else if (value.type === 'VariableDeclarator' || value.type === 'ObjectProperty') readNamed(value, within)
    else if (value.type === 'ReturnStatement' && returnsUrl) addBuilt(nodeIn(value, 'argument'), within)
    const isFunction = /Function|ClassMethod|ObjectMethod/.test(value.type)
    const innerWithin = isFunction ? functionKind(value, within) : within
    const innerReturnsUrl = isFunction ? hasUrlName(value, text) : returnsUrl
    if (value.type === 'ArrowFunctionExpression' && innerReturnsUrl)
      addBuilt(nodeIn(value, 'body'), innerWithin)
    for (const [, child] of childrenOf(value)) walk(child, innerWithin, innerReturnsUrl)
  }

  /** Adds `'/users/' + id` or a template literal. Other texts are often paths that the program registers. */
  function addBuilt(value: SyntaxNode | undefined, within: Within): void {
    if (/^(?:TemplateLiteral|BinaryExpression)$/.test(value?.type ?? '') && beginsWithSlash(value))
      add(value, { method: undefined, isAsset: false, isGuess: true }, within)
  }

  function readCall(node: SyntaxNode, within: Within): void {
    const [first, second, third] = nodesIn(node, 'arguments')
    const { owner, name } = nameOfCall(childIn(node, 'callee'), text)
    if (name === 'redirect' && (owner === undefined || /^(?:res|resp|response|reply|ctx)$/.test(owner))) {
      const target = second !== undefined && !isObject(second) ? second : first
      // `res.redirect('back')` contains no URL.
      if (!isBack(target) && (owner !== undefined || beginsWithSlash(target))) add(target, get, within)
    } else if (name === 'location' && owner !== undefined && /^(?:res|response)$/.test(owner)) {
      if (!isBack(first)) add(first, get, within)
    } else if (name === 'fetch' && (owner === undefined || /^(?:window|globalThis|self)$/.test(owner)))
      add(first, { ...get, method: methodOption(second) }, within)
    else if (owner === 'axios' || owner === '$' || owner === 'jQuery' || owner === 'http')
      readClient(name, first, second, within)
    else if (owner === undefined && name === 'axios') readClient('ajax', first, second, within)
    else if (name === 'open' && second !== undefined && first?.type === 'StringLiteral')
      add(second, { ...get, method: textIn(first, 'value').toUpperCase(), isGuess: true }, within)
    else if ((name === 'assign' || name === 'replace') && owner === 'location') add(first, get, within)
    else if (name === 'open' && owner === 'window') add(first, get, within)
    else if (name === 'pushState' || name === 'replaceState') add(third, { ...get, isGuess: true }, within)
    else if (node.type === 'NewExpression' && name === 'EventSource') add(first, get, within)
    else if (name !== undefined && /^(?:navigate|goTo|visit)$/.test(name))
      add(first, { ...get, isGuess: true }, within)
  }

  function readClient(
    name: string | undefined,
    first: SyntaxNode | undefined,
    second: SyntaxNode | undefined,
    within: Within,
  ): void {
    if (name !== undefined && /^(?:get|getJSON|getScript|post|put|patch|delete|head|load)$/.test(name)) {
      if (!beginsWithSlash(first)) return
      const method = /^(?:post|put|patch|delete|head)$/.test(name) ? name.toUpperCase() : 'GET'
      add(first, { ...get, method }, within)
    } else if (name === 'ajax' || name === 'request') {
      const options = isObject(first) ? first : second
      const url = isObject(first) ? propertyOf(first, 'url') : first
      add(url, { ...get, method: methodOption(options) }, within)
    }
  }

  function readAssignment(node: SyntaxNode, within: Within): void {
    if (node['operator'] !== '=') return
    const { owner, name } = nameOfCall(childIn(node, 'left'), text)
    const isPage = owner === undefined || /^(?:window|document|self|top|parent)$/.test(owner)
    if ((name === 'location' && isPage) || (name === 'href' && owner === 'location'))
      add(childIn(node, 'right'), get, within)
    else if (owner !== undefined && /^(?:href|action|src)$/.test(name ?? ''))
      add(childIn(node, 'right'), { method: undefined, isAsset: name === 'src', isGuess: true }, within)
  }

  /** Reads `failureRedirect: '/login'`, and built texts with names such as `loginUrl`. */
  function readNamed(node: SyntaxNode, within: Within): void {
    const isProperty = node.type === 'ObjectProperty'
    const value = nodeIn(node, isProperty ? 'value' : 'init')
    if (value === undefined || !beginsWithSlash(value)) return
    const name = nameOf(nodeIn(node, isProperty ? 'key' : 'id')) ?? ''
    // `passport.authenticate()` runs when routes are registered, even inside a function that registers them.
    if (/^(?:failure|success)Redirect$/.test(name)) add(value, get, within, 'argument', within !== 'handler')
    else if (/(?:url|uri|href|link)$/i.test(name)) addBuilt(value, within)
  }

  function readElement(node: SyntaxNode, within: Within): void {
    const attributes = new Map(
      nodesIn(node, 'attributes').map((each) => [nameOf(nodeIn(each, 'name'))?.toLowerCase(), each]),
    )
    const values = Array.from(attributes, ([name = '', attribute]) => {
      const value = nodeIn(attribute, 'value')
      return [name, value?.type === 'StringLiteral' ? textIn(value, 'value') : undefined] as const
    })
    const name = nameOf(childIn(node, 'name')) ?? ''
    const element: PageElement = { name, form: undefined, values: new Map(values) }
    for (const [property, attribute] of attributes) {
      if (property === undefined) continue
      // Components define their own properties. `<Link to>` belongs to a router in the browser.
      if (/^[A-Z]/.test(name) && property !== 'href') continue
      const use = useOfAttribute(element, property)
      if (use !== undefined) add(nodeIn(attribute, 'value'), use, within, 'attribute')
    }
  }
}

/** The time when code runs: at the start of the program, in a function call, or for a request. */
type Within = 'program' | 'function' | 'handler'

function functionKind(node: SyntaxNode, within: Within): Within {
  const names = nodesIn(node, 'params').map((each) => nameOf(each) ?? '')
  const isHandler = names.some((name) => /^_*(?:req|request|res|resp|response|reply|ctx|next)$/.test(name))
  return isHandler || within === 'handler' ? 'handler' : 'function'
}

/** True for `get url() {}`, `userUrl: (id) => ...`, and `schema.virtual('url').get(function () {})`. */
function hasUrlName(node: SyntaxNode, text: string): boolean {
  const own = nameOf(nodeIn(node, 'id') ?? nodeIn(node, 'key'))
  if (own !== undefined) return /(?:url|uri|href|link)$/i.test(own)
  const before = text.slice(Math.max(0, node.start - 60), node.start)
  return /(?:url|uri|href|link)['"]?\)?\s{0,9}(?:[:=]|\.get\()\s{0,9}$/i.test(before)
}

/** Returns `res` and `redirect` for `res.redirect`, and `location` and `href` for `window.location.href`. */
function nameOfCall(
  callee: SyntaxNode,
  text: string,
): { owner: string | undefined; name: string | undefined } {
  if (callee.type === 'Identifier') return { owner: undefined, name: nameOf(callee) }
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression')
    return { owner: undefined, name: undefined }
  const object = childIn(callee, 'object')
  const inner = object.type === 'MemberExpression' ? childIn(object, 'property') : object
  // For `res.status(302).redirect('/x')`, the owner is `res`.
  const root = object.type === 'CallExpression' ? /^\w+/.exec(text.slice(object.start))?.[0] : nameOf(inner)
  return { owner: root ?? '', name: nameOf(childIn(callee, 'property')) }
}

function isBack(node: SyntaxNode | undefined): boolean {
  return node?.type === 'StringLiteral' && node['value'] === 'back'
}

function isObject(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'ObjectExpression'
}

export function propertyOf(object: SyntaxNode, name: string): SyntaxNode | undefined {
  const property = nodesIn(object, 'properties').find((each) => keyName(each) === name)
  return property && nodeIn(property, 'value')
}

/** Returns the method of a request: GET by default, or undefined if it is unknown. */
function methodOption(options: SyntaxNode | undefined): string | undefined {
  if (options === undefined) return 'GET'
  if (!isObject(options)) return undefined
  const method = propertyOf(options, 'method') ?? propertyOf(options, 'type')
  if (method !== undefined)
    return method.type === 'StringLiteral' ? textIn(method, 'value').toUpperCase() : undefined
  const hasSpread = nodesIn(options, 'properties').some(({ type }) => type === 'SpreadElement')
  return hasSpread ? undefined : 'GET'
}

/** True for a text that begins with a slash, even if its end is unknown. */
function beginsWithSlash(node: SyntaxNode | undefined): boolean {
  const [first] = node === undefined ? [] : urlPieces(node, '')
  return first?.type === 'text' && first.text.startsWith('/')
}
