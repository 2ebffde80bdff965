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
import { argumentOf, linksOf, type LinkExpression } from '../link-expression.js'
import type { LinkAction, LinkArgument, LinkPurpose, LinkValue, TemplateLink } from '../template-link.js'

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
  const { purpose, isCertain, takesArguments, misspelt } = called
  const [action, first, ...others] = nodesIn(node, 'arguments').slice(called.position)
  if (action === undefined) return undefined
  // The options of a signed link follow the link's arguments.
  const extra = others[purpose === 'signed' ? 1 : 0]
  const [link] = linksOf(
    { offset: childIn(node, 'callee').start, purpose, misspelt },
    expressionOf(action),
    takesArguments ? (first === undefined ? [] : [expressionOf(first)]) : [unknown],
    takesArguments && extra && extra.type !== 'SpreadElement' ? expressionOf(extra) : undefined,
  )
  if (link === undefined) return undefined
  const { actions } = link
  if (!isCertain && (actions.length === 0 || !actions.every(mayBeAction))) return undefined
  return { ...link, isGuess: called.isGuess === true || (!isCertain && !areActions(actions)) }
}

const unknown: LinkExpression = { offset: 0 }

/** Reads a link from `<Link>`, `<Form>` or `<Reverse>`. Returns undefined for any other element. */
export function readJsxLink(element: SyntaxNode, name: string | undefined): TemplateLink | undefined {
  if (name !== 'Link' && name !== 'Form' && name !== 'Reverse') return undefined
  const attributes = element['attributes'] as SyntaxNode[]
  const action = attributeValue(attributes, 'action')
  if (action === undefined) return undefined
  const [query, params] = ['query', 'params'].map((each) => attributeValue(attributes, each))
  const hasSpread = attributes.some(({ type }) => type === 'JSXSpreadAttribute')
  const given = [
    query === undefined ? [] : { ...expressionOf(query), name: undefined },
    params === undefined ? [] : expressionOf(params),
  ].flat()
  const values = params === undefined && hasSpread ? [...given, unknown] : given
  const [link] = linksOf({ offset: element.start, purpose: 'url' }, expressionOf(action), values)
  // `<Form action="/login">` and `<Form action={save}>` belong to other libraries.
  if (link === undefined || !link.actions.every(mayBeAction)) return undefined
  if (link.actions.length === 0 && name === 'Form' && params === undefined) return undefined
  return { ...link, isGuess: !areActions(link.actions) }
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
function mayBeAction(action: LinkAction): boolean {
  return areActions([action]) || /^[A-Za-z_][\w-]*$/.test(action.text)
}

function expressionOf(node: SyntaxNode): LinkExpression {
  const expression = withoutTypes(node)
  const { start: offset, type } = expression
  if (type === 'ConditionalExpression')
    return {
      offset,
      branches: [childIn(expression, 'consequent'), childIn(expression, 'alternate')].map(expressionOf),
    }
  if (type === 'ObjectExpression') return { offset, entries: nodesIn(expression, 'properties').map(entryOf) }
  // `route("a.b", id=1)` is the form of Nunjucks. JavaScript passes only the value.
  if (type === 'AssignmentExpression') return { offset, value: { literal: '' } }
  const value = literalOf(expression)
  return value === undefined ? { offset, name: lastName(expression) } : { offset, value }
}

/** Returns undefined for a spread, and for a computed name that is known only at run time. */
function entryOf(property: SyntaxNode): LinkArgument | undefined {
  const key = nodeIn(property, 'key')
  const computed = key && property['computed'] === true ? literalOf(key) : undefined
  const name = computed === undefined ? keyName(property) : String(computed.literal)
  const value = property.type === 'ObjectProperty' ? nodeIn(property, 'value') : undefined
  const expression = value === undefined ? { offset: property.start } : expressionOf(value)
  return name === undefined ? undefined : argumentOf(name, expression)
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
