import type { NunjucksLexer, NunjucksNode, NunjucksParser, NunjucksToken } from './nunjucks-compiler.js'

/** The parts of `{% route action, args, name=value as variable %}`, or of `routeWith`, which has no action. */
export interface RouteTag {
  /** The word `route` or `routeWith`. */
  readonly tag: NunjucksToken
  /** Undefined for `routeWith`. */
  readonly action: NunjucksNode | undefined
  /** An object of arguments. */
  readonly args: NunjucksNode | undefined
  readonly named: readonly { readonly name: NunjucksNode; readonly value: NunjucksNode }[]
  /** The name after `as`. */
  readonly variable: NunjucksToken | undefined
}

/** Does not check the action, because nunjucks ends the process on a compile error in an included template. */
export function readRouteTag(parser: NunjucksParser, lexer: NunjucksLexer): RouteTag {
  const tag = parser.nextToken() as NunjucksToken
  const next = parser.peekToken()
  const isPage = tag.value === pageTag
  if (next === null || next.type === lexer.TOKEN_BLOCK_END) {
    if (isPage) parser.fail(`Expected a query parameter: ${tag.value} page=2`, tag.lineno, tag.colno)
    parser.fail(`Expected an action: ${tag.value} "controller.method"`, tag.lineno, tag.colno)
  }
  const action = isPage ? undefined : parser.parseExpression()

  let args: NunjucksNode | undefined
  const named: { name: NunjucksNode; value: NunjucksNode }[] = []
  for (let isFirst = isPage; isFirst || parser.skip(lexer.TOKEN_COMMA); isFirst = false) {
    const argument = parser.parseExpression()
    if (parser.skipValue(lexer.TOKEN_OPERATOR, '=')) {
      if (!isName(argument))
        parser.fail('Expected the name of an argument before "="', argument.lineno, argument.colno)
      named.push({ name: argument, value: parser.parseExpression() })
    } else if (args === undefined && named.length === 0) {
      args = argument
    } else {
      parser.fail(
        `Expected name=value: ${tag.value} takes ${isPage ? '' : 'an action, '}one object and named arguments`,
        argument.lineno,
        argument.colno,
      )
    }
  }

  let variable: NunjucksToken | undefined
  if (parser.skipSymbol('as')) {
    const { lineno, colno } = parser.peekToken() ?? tag
    const name = parser.nextToken()
    if (name?.type !== lexer.TOKEN_SYMBOL) {
      return parser.fail('Expected the name of a variable after "as"', lineno, colno)
    }
    variable = name
  }

  const end = parser.peekToken()
  if (end?.type !== lexer.TOKEN_BLOCK_END) {
    const { lineno, colno } = end ?? tag
    parser.fail(`Expected a comma, "as" or the end of the ${tag.value} tag`, lineno, colno)
  }
  parser.advanceAfterBlockEnd(tag.value)
  return { tag, action, args, named, variable }
}

/** The nodes that nunjucks accepts as the name of an argument. */
function isName({ typename, value }: NunjucksNode): boolean {
  return typename === 'Symbol' || (typename === 'Literal' && typeof value === 'string')
}

/** The tag for this page with another query. */
export const pageTag = 'routeWith'
