import type { NunjucksLexer, NunjucksNode, NunjucksNodes, NunjucksParser } from './nunjucks-compiler.js'

/**
 * Compiles `{% route action, args, name=value %}` to a call of the extension's `printRoute`, whose text is printed as it is,
 * and `{% route … as variable %}` to a `set` with a call of its `link`:
 *
 *     printRoute(context, line, column, action, args, { name: value }, "action as written")
 *
 * Nunjucks' `CallExtension` can stand in no `set`. What is wrong with the action shows at render time, since a compile
 * error of an included template ends the process in nunjucks.
 */
export function parseRouteTag(
  parser: NunjucksParser,
  nodes: NunjucksNodes,
  lexer: NunjucksLexer,
  extensionName: string,
): NunjucksNode {
  const tag = parser.nextToken()
  const { lineno, colno } = tag
  const literal = (value: string | number | null): NunjucksNode => new nodes.Literal(lineno, colno, value)

  const next = parser.peekToken()
  if (next.type === lexer.TOKEN_BLOCK_END) {
    parser.fail(`Expected an action: ${tag.value} "controller.method"`, lineno, colno)
  }
  const action = parser.parseExpression()

  let args: NunjucksNode | undefined
  const named: NunjucksNode[] = []
  while (parser.skip(lexer.TOKEN_COMMA)) {
    const argument = parser.parseExpression()
    if (parser.skipValue(lexer.TOKEN_OPERATOR, '=')) {
      named.push(new nodes.Pair(argument.lineno, argument.colno, argument, parser.parseExpression()))
    } else if (args === undefined && named.length === 0) {
      args = argument
    } else {
      parser.fail(
        `Expected name=value: ${tag.value} takes an action, one object and named arguments`,
        argument.lineno,
        argument.colno,
      )
    }
  }

  let variable: NunjucksNode | undefined
  if (parser.skipSymbol('as')) {
    const name = parser.nextToken()
    if (name.type !== lexer.TOKEN_SYMBOL) {
      parser.fail('Expected the name of a variable after "as"', name.lineno, name.colno)
    }
    variable = new nodes.Symbol(name.lineno, name.colno, name.value)
  }

  const end = parser.peekToken()
  if (end.type !== lexer.TOKEN_BLOCK_END) {
    parser.fail(`Expected a comma, "as" or the end of the ${tag.value} tag`, end.lineno, end.colno)
  }
  parser.advanceAfterBlockEnd(tag.value)

  const callArguments = [
    literal(lineno + 1),
    literal(colno + 1),
    action,
    args ?? literal(null),
    named.length === 0 ? literal(null) : new nodes.Dict(lineno, colno, named),
    literal(sourceOf(action)),
  ]
  if (variable === undefined) {
    const extension = { __name: extensionName, autoescape: false }
    return new nodes.CallExtension(extension, 'printRoute', new nodes.NodeList(lineno, colno, callArguments))
  }
  const callee = new nodes.Literal(lineno, colno, {
    toString: () => `env.getExtension(${JSON.stringify(extensionName)})?.link`,
  })
  const link = new nodes.FunCall(lineno, colno, callee, new nodes.NodeList(lineno, colno, callArguments))
  return new nodes.Set(lineno, colno, [variable], link)
}

/** `u.show` for the expression `u.show`: what an author meant to quote. */
function sourceOf({ typename, value, target, val }: NunjucksNode): string | null {
  if (typename === 'Symbol') return String(value)
  if (typename !== 'LookupVal' || target === undefined || typeof val?.value !== 'string') return null
  const before = sourceOf(target)
  return before === null ? null : `${before}.${val.value}`
}
