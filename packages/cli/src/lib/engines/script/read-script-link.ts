import {
  isSyntaxNode,
  type SyntaxNode,
  childIn,
  cookedText,
  keyName,
  lastName,
  nodeIn,
  nodesIn,
  withoutTypes,
} from '@mvc-router/import/script'
import {
  withoutValues,
  type LinkAction,
  type LinkArgument,
  type LinkPurpose,
  type LinkValue,
  type TemplateLink,
} from '../template-link.js'

export interface CalledLink {
  readonly purpose: LinkPurpose
  /** The index of the action among the arguments. */
  readonly position: number
  /** True if only mvc-router has this function. Then an unknown action is a mistake, and a dynamic action is a link. */
  readonly isCertain: boolean
  /** True if arguments of the route follow the action. */
  readonly takesArguments: boolean
  /** True if other libraries have a method with this name. Then the call is a link only if its action exists. */
  readonly isGuess?: boolean
  readonly misspelt?: string
}

/** Reads a link from a call. Returns undefined for any other call. */
export function readLinkCall(node: SyntaxNode, called: CalledLink | undefined): TemplateLink | undefined {
  if (called === undefined) return undefined
  const { position, purpose, isCertain, takesArguments } = called
  const given = node['arguments'] as SyntaxNode[]
  const action = given[position]
  if (action === undefined) return undefined
  const actions: LinkAction[] = []
  const isDynamic = !readTexts(action, actions)
  if (!isCertain && (actions.length === 0 || !actions.every(({ text }) => mayBeAction(text))))
    return undefined
  const { start: offset } = node['callee'] as SyntaxNode
  const args = takesArguments ? readArguments(given[position + 1]) : unknownArguments
  // The options of a signed link follow the link's arguments.
  const more = takesArguments ? given[position + (purpose === 'signed' ? 3 : 2)] : undefined
  const unnamed = more === undefined || more.type === 'SpreadElement' ? {} : { unnamedValue: more.start }
  const { misspelt } = called
  const isGuess = called.isGuess === true || (!isCertain && !areActions(actions))
  return { offset, purpose, actions, isDynamic, ...args, ...unnamed, isGuess, misspelt }
}

/** Reads a link from `<Link>`, `<Form>` or `<Reverse>`. Returns undefined for any other element. */
export function readJsxLink(element: SyntaxNode, name: string | undefined): TemplateLink | undefined {
  if (name !== 'Link' && name !== 'Form' && name !== 'Reverse') return undefined
  const attributes = element['attributes'] as SyntaxNode[]
  const action = attributeValue(attributes, 'action')
  if (action === undefined) return undefined
  const params = attributeValue(attributes, 'params')
  const actions: LinkAction[] = []
  const isDynamic = !readTexts(action, actions)
  // `<Form action="/login">` and `<Form action={save}>` belong to other libraries.
  if (!actions.every(({ text }) => mayBeAction(text))) return undefined
  if (isDynamic && actions.length === 0 && name === 'Form' && params === undefined) return undefined
  const hasSpread = attributes.some(({ type }) => type === 'JSXSpreadAttribute')
  const args = mergeArguments(
    readArguments(attributeValue(attributes, 'query')),
    params === undefined && hasSpread ? unknownArguments : readArguments(params),
  )
  const isGuess = !areActions(actions)
  return { offset: element.start, purpose: 'url', actions, isDynamic, ...args, isGuess }
}

/** Merges the arguments of one link. `params` have priority. */
function mergeArguments(query: Arguments, params: Arguments): Arguments {
  const ofQuery = params.hasUnknownArguments ? withoutValues(query.args) : query.args
  return {
    args: [...ofQuery, ...params.args],
    hasUnknownArguments: query.hasUnknownArguments || params.hasUnknownArguments,
    unnamedValue: params.unnamedValue ?? query.unnamedValue,
    unnamedVariable: params.unnamedVariable,
  }
}

function attributeValue(attributes: readonly SyntaxNode[], name: string): SyntaxNode | undefined {
  const attribute = attributes.find(
    (each) => each.type === 'JSXAttribute' && (each['name'] as SyntaxNode)['name'] === name,
  )
  const value = attribute?.['value']
  if (!isSyntaxNode(value)) return undefined
  return value.type === 'JSXExpressionContainer' ? (value['expression'] as SyntaxNode) : value
}

/** True for `controller.method`, with or without arguments, and for targets such as `view:page`. */
function areActions(actions: readonly LinkAction[]): boolean {
  return actions.every(({ text }) =>
    /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\s*(?:\(|$)|(?:static(?:Dir|File)|view):)/.test(text),
  )
}

/** True for an action, and for a word that may be a line's second name. */
function mayBeAction(text: string): boolean {
  return areActions([{ text, offset: 0 }]) || /^[A-Za-z_][\w-]*$/.test(text)
}

/** Collects the possible texts of an expression. Returns false if it may also have another value. */
function readTexts(node: SyntaxNode, texts: LinkAction[]): boolean {
  const expression = withoutTypes(node)
  if (expression.type === 'ConditionalExpression') {
    const branches = [childIn(expression, 'consequent'), childIn(expression, 'alternate')]
    return branches.map((branch) => readTexts(branch, texts)).every(Boolean)
  }
  const text = literalOf(expression)?.literal
  if (typeof text !== 'string') return false
  texts.push({ text, offset: expression.start + 1 })
  return true
}

type Arguments = Pick<TemplateLink, 'args' | 'hasUnknownArguments' | 'unnamedValue' | 'unnamedVariable'>

const unknownArguments: Arguments = { args: [], hasUnknownArguments: true }

function readArguments(node: SyntaxNode | undefined): Arguments {
  if (node === undefined) return { args: [], hasUnknownArguments: false }
  const expression = withoutTypes(node)
  // `route("a.b", id=1)` is the form of Nunjucks.
  if (expression.type === 'AssignmentExpression')
    return { args: [], hasUnknownArguments: false, unnamedValue: expression.start }
  if (expression.type !== 'ObjectExpression') {
    const value = literalOf(expression)
    const name = value === undefined ? lastName(expression) : undefined
    const offset = expression.start
    return {
      args: [],
      hasUnknownArguments: value === undefined,
      unnamedValue: (value?.literal ?? null) === null ? undefined : offset,
      unnamedVariable: name === undefined ? undefined : { name, offset },
    }
  }
  let args: LinkArgument[] = []
  let hasUnknownArguments = false
  for (const property of nodesIn(expression, 'properties')) {
    const name = propertyName(property)
    if (name === undefined) {
      hasUnknownArguments = true
      args = withoutValues(args)
    } else args.push({ name, ...readProperty(property) })
  }
  return { args, hasUnknownArguments }
}

function readProperty(property: SyntaxNode): Omit<LinkArgument, 'name'> {
  const value = property.type === 'ObjectProperty' ? nodeIn(property, 'value') : undefined
  if (value === undefined) return { value: undefined, offset: property.start }
  return { value: literalOf(withoutTypes(value)), offset: value.start }
}

/** Returns undefined for a spread, and for a computed name that is known only at run time. */
function propertyName(property: SyntaxNode): string | undefined {
  const key = nodeIn(property, 'key')
  if (key === undefined || property['computed'] !== true) return keyName(property)
  const name = literalOf(key)
  return name && String(name.literal)
}

function literalOf(node: SyntaxNode): LinkValue {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { literal: node['value'] as string | number | boolean }
    case 'BigIntLiteral':
      return { literal: node['value'] as string }
    case 'NullLiteral':
      return { literal: null }
    case 'Identifier':
      return node['name'] === 'undefined' ? { literal: null } : undefined
    case 'UnaryExpression': {
      const operand = literalOf(node['argument'] as SyntaxNode)?.literal
      return node['operator'] === '-' && typeof operand === 'number' ? { literal: -operand } : undefined
    }
    case 'TemplateLiteral': {
      const [quasi, ...more] = nodesIn(node, 'quasis')
      return quasi !== undefined && more.length === 0 ? { literal: cookedText(quasi) } : undefined
    }
    default:
      return undefined
  }
}
