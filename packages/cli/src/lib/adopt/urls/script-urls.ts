import { isSyntaxNode, type SyntaxNode, childrenOf } from '../../script/script-syntax.js'
import { useOfAttribute, type UrlUse, type PageElement } from './url-use.js'

/** An expression of a program that gives a URL. */
export interface ScriptUrl {
  readonly node: SyntaxNode
  readonly use: UrlUse
  /** `attribute` stands in JSX, `argument` anywhere else. */
  readonly place: 'argument' | 'attribute'
  /** It is computed when the program starts, and not for each request. */
  readonly isEarly: boolean
}

/** Where a program writes a URL: what it redirects to, fetches, and puts into attributes. */
export function scriptUrls(root: SyntaxNode, text: string): ScriptUrl[] {
  const found: ScriptUrl[] = []
  walk(root, 'program')
  return found.toSorted((left, right) => left.node.start - right.node.start)

  function add(
    node: unknown,
    use: UrlUse,
    within: Within,
    place: ScriptUrl['place'] = 'argument',
    isEarly = within === 'program',
  ): void {
    if (!isSyntaxNode(node)) return
    const inner = node.type === 'JSXExpressionContainer' ? node['expression'] : node
    if (!isSyntaxNode(inner) || inner.type === 'JSXEmptyExpression') return
    if (inner.type === 'ConditionalExpression') {
      add(inner['consequent'], use, within, place, isEarly)
      add(inner['alternate'], use, within, place, isEarly)
    } else if (inner.type === 'LogicalExpression') add(inner['right'], use, within, place, isEarly)
    else found.push({ node: inner, use, place, isEarly })
  }

  function walk(value: SyntaxNode, within: Within): void {
    if (value.type === 'CallExpression' || value.type === 'NewExpression') readCall(value, within)
    else if (value.type === 'AssignmentExpression') readAssignment(value, within)
    else if (value.type === 'JSXOpeningElement') readElement(value, within)
    else if (value.type === 'VariableDeclarator' || value.type === 'ObjectProperty') readNamed(value, within)
    const inner = /Function|ClassMethod|ObjectMethod/.test(value.type) ? functionKind(value, within) : within
    for (const [, child] of childrenOf(value)) walk(child, inner)
  }

  function readCall(node: SyntaxNode, within: Within): void {
    const [first, second, third] = node['arguments'] as SyntaxNode[]
    const { owner, name } = nameOfCall(node['callee'] as SyntaxNode, text)
    if (name === 'redirect' && (owner === undefined || /^(?:res|resp|response|reply|ctx)$/.test(owner))) {
      const target = second !== undefined && !isObject(second) ? second : first
      // `res.redirect('back')` is no URL.
      if (!isBack(target) && (owner !== undefined || beginsWithSlash(target))) add(target, get, within)
    } else if (name === 'location' && owner !== undefined && /^(?:res|response)$/.test(owner)) {
      if (!isBack(first)) add(first, get, within)
    } else if (name === 'fetch' && (owner === undefined || /^(?:window|globalThis|self)$/.test(owner)))
      add(first, { ...get, method: methodOption(second) }, within)
    else if (owner === 'axios' || owner === '$' || owner === 'jQuery' || owner === 'http')
      readClient(name, first, second, within)
    else if (owner === undefined && name === 'axios') readClient('ajax', first, second, within)
    else if (name === 'open' && second !== undefined && first?.type === 'StringLiteral')
      add(second, { ...get, method: String(first['value']).toUpperCase(), isGuess: true }, within)
    else if ((name === 'assign' || name === 'replace') && owner === 'location') add(first, get, within)
    else if (name === 'open' && owner === 'window') add(first, get, within)
    else if (name === 'pushState' || name === 'replaceState') add(third, { ...get, isGuess: true }, within)
    else if (node.type === 'NewExpression' && name === 'EventSource') add(first, get, within)
    else if (name !== undefined && /^(?:navigate|goTo|visit)$/.test(name) && beginsWithSlash(first))
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
    const left = node['left'] as SyntaxNode
    const { owner, name } = nameOfCall(left, text)
    const isPage = owner === undefined || /^(?:window|document|self|top|parent)$/.test(owner)
    if ((name === 'location' && isPage) || (name === 'href' && owner === 'location'))
      add(node['right'], get, within)
    else if (owner !== undefined && /^(?:href|action|src)$/.test(name ?? ''))
      add(node['right'], { method: undefined, isAsset: name === 'src', isGuess: true }, within)
  }

  /** `failureRedirect: '/login'`, and names that say that they hold a URL. */
  function readNamed(node: SyntaxNode, within: Within): void {
    const key = (node.type === 'ObjectProperty' ? node['key'] : node['id']) as SyntaxNode
    const value = (node.type === 'ObjectProperty' ? node['value'] : node['init']) as SyntaxNode | null
    if (!isSyntaxNode(value) || !beginsWithSlash(value)) return
    const name = textIn(key['name'] ?? key['value'])
    // `passport.authenticate()` is called where routes are registered, also within a function that registers them.
    if (/^(?:failure|success)Redirect$/.test(name)) add(value, get, within, 'argument', within !== 'handler')
    else if (value.type === 'TemplateLiteral' && /(?:url|uri|href|link)$/i.test(name))
      add(value, { method: undefined, isAsset: false, isGuess: true }, within)
  }

  function readElement(node: SyntaxNode, within: Within): void {
    const attributes = (node['attributes'] as SyntaxNode[]).filter(({ type }) => type === 'JSXAttribute')
    const find = (name: string): SyntaxNode | undefined =>
      attributes.find((each) => jsxName(each).toLowerCase() === name)
    const element: PageElement = {
      name: textIn((node['name'] as SyntaxNode)['name']),
      form: undefined,
      has: (name) => find(name) !== undefined,
      value: (name) => {
        const value = find(name)?.['value']
        return isSyntaxNode(value) && value.type === 'StringLiteral' ? String(value['value']) : undefined
      },
    }
    for (const attribute of attributes) {
      const name = jsxName(attribute).toLowerCase()
      // Components have properties of their own; a link of some router is like an anchor.
      if (/^[A-Z]/.test(element.name) && !(name === 'href' || name === 'to')) continue
      const use = useOfAttribute(element, name === 'to' ? 'href' : name)
      if (use !== undefined) add(attribute['value'], use, within, 'attribute')
    }
  }
}

/** What runs a piece of code: the start of the program, a function, or a request. */
type Within = 'program' | 'function' | 'handler'

function functionKind(node: SyntaxNode, within: Within): Within {
  const names = (node['params'] as SyntaxNode[]).map((each) => textIn(each['name']))
  const isHandler = names.some((name) => /^_*(?:req|request|res|resp|response|reply|ctx|next)$/.test(name))
  return isHandler || within === 'handler' ? 'handler' : 'function'
}

const get: UrlUse = { method: 'GET', isAsset: false, isGuess: false }

/** `res` and `redirect` of `res.redirect`, `location` and `href` of `window.location.href`. */
function nameOfCall(
  callee: SyntaxNode,
  text: string,
): { owner: string | undefined; name: string | undefined } {
  if (callee.type === 'Identifier') return { owner: undefined, name: callee['name'] as string }
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression')
    return { owner: undefined, name: undefined }
  const object = callee['object'] as SyntaxNode
  const property = callee['property'] as SyntaxNode
  const inner = object.type === 'MemberExpression' ? (object['property'] as SyntaxNode) : object
  // `res.status(302).redirect('/x')`
  const root = object.type === 'CallExpression' ? /^\w+/.exec(text.slice(object.start))?.[0] : inner['name']
  return { owner: typeof root === 'string' ? root : '', name: property['name'] as string | undefined }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isBack(node: SyntaxNode | undefined): boolean {
  return node?.type === 'StringLiteral' && node['value'] === 'back'
}

function isObject(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'ObjectExpression'
}

function propertyOf(object: SyntaxNode, name: string): SyntaxNode | undefined {
  const property = (object['properties'] as SyntaxNode[]).find(
    ({ key }) => isSyntaxNode(key) && (key['name'] ?? key['value']) === name,
  )
  return property?.['value'] as SyntaxNode | undefined
}

/** GET without options; undefined where nobody can tell. */
function methodOption(options: SyntaxNode | undefined): string | undefined {
  if (options === undefined) return 'GET'
  if (!isObject(options)) return undefined
  const method = propertyOf(options, 'method') ?? propertyOf(options, 'type')
  if (method !== undefined)
    return method.type === 'StringLiteral' ? String(method['value']).toUpperCase() : undefined
  const hasSpread = (options['properties'] as SyntaxNode[]).some(({ type }) => type === 'SpreadElement')
  return hasSpread ? undefined : 'GET'
}

/** A text with this start and an unknown end. */
function beginsWithSlash(node: SyntaxNode | undefined): boolean {
  if (node?.type === 'StringLiteral') return String(node['value']).startsWith('/')
  if (node?.type === 'TemplateLiteral') {
    const [quasi] = node['quasis'] as SyntaxNode[]
    return ((quasi?.['value'] as { raw?: string } | undefined)?.raw ?? '').startsWith('/')
  }
  return node?.type === 'BinaryExpression' && beginsWithSlash(node['left'] as SyntaxNode)
}

function jsxName(attribute: SyntaxNode): string {
  const { name } = attribute['name'] as SyntaxNode
  return typeof name === 'string' ? name : ''
}
