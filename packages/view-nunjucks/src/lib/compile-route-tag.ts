import type { NunjucksNode, NunjucksNodes } from './nunjucks-compiler.js'
import { pageTag, type RouteTag } from './read-route-tag.js'

/**
 * Compiles `{% route action, args, name=value %}` to a call of the extension's `printRoute`, whose result is printed as
 * it is:
 *
 *     printRoute(context, line, column, action, args, { name: value }, "action as written")
 *
 * `{% route … as variable %}` becomes a `set` with a call of `link`, because `set` cannot contain a `CallExtension`.
 * `{% routeWith name=value %}` passes null as its action.
 */
export function compileRouteTag(
  { tag: { lineno, colno }, action, args, named, variable }: RouteTag,
  nodes: NunjucksNodes,
  extensionName: string,
): NunjucksNode {
  const literal = (value: string | number | null): NunjucksNode => new nodes.Literal(lineno, colno, value)
  const pairs = named.map(({ name, value }) => new nodes.Pair(name.lineno, name.colno, name, value))
  const callArguments = [
    literal(lineno + 1),
    literal(colno + 1),
    action ?? literal(null),
    args ?? literal(null),
    pairs.length === 0 ? literal(null) : new nodes.Dict(lineno, colno, pairs),
    literal(action === undefined ? pageTag : sourceOf(action)),
  ]
  if (variable === undefined) {
    const extension = { __name: extensionName, autoescape: false }
    return new nodes.CallExtension(extension, 'printRoute', new nodes.NodeList(lineno, colno, callArguments))
  }
  const callee = new nodes.Literal(lineno, colno, {
    toString: () => `env.getExtension(${JSON.stringify(extensionName)})?.link`,
  })
  const link = new nodes.FunCall(lineno, colno, callee, new nodes.NodeList(lineno, colno, callArguments))
  const name = new nodes.Symbol(variable.lineno, variable.colno, variable.value)
  return new nodes.Set(lineno, colno, [name], link)
}

/** Returns `u.show` for the expression `u.show`, which probably lacks quotes. */
function sourceOf({ typename, value, target, val }: NunjucksNode): string | null {
  if (typename === 'Symbol') return String(value)
  // `links[name]` is certainly an expression.
  if (target === undefined || val?.typename !== 'Literal' || typeof val.value !== 'string') return null
  const before = sourceOf(target)
  return before === null ? null : `${before}.${val.value}`
}
