import type { NunjucksLexer, NunjucksNode, NunjucksParser, NunjucksToken } from './nunjucks-compiler.js'

/** `{% route action, args, name=value as variable %}` as it is written. */
export interface RouteTag {
  /** The word `route`. */
  readonly tag: NunjucksToken
  readonly action: NunjucksNode
  /** The one object of arguments. */
  readonly args: NunjucksNode | undefined
  readonly named: readonly { readonly name: NunjucksNode; readonly value: NunjucksNode }[]
  /** The name behind `as`. */
  readonly variable: NunjucksToken | undefined
}

/**
 * Reads a `route` tag: the one grammar of the directive and of `mvc-router check`. What is wrong with the action shows
 * at render time, since a compile error of an included template ends the process in nunjucks.
 */
export function readRouteTag(parser: NunjucksParser, lexer: NunjucksLexer): RouteTag {
  const tag = parser.nextToken() as NunjucksToken
  const next = parser.peekToken()
  if (next === null || next.type === lexer.TOKEN_BLOCK_END) {
    parser.fail(`Expected an action: ${tag.value} "controller.method"`, tag.lineno, tag.colno)
  }
  const action = parser.parseExpression()

  let args: NunjucksNode | undefined
  const named: { name: NunjucksNode; value: NunjucksNode }[] = []
  while (parser.skip(lexer.TOKEN_COMMA)) {
    const argument = parser.parseExpression()
    if (parser.skipValue(lexer.TOKEN_OPERATOR, '=')) {
      if (!isName(argument))
        parser.fail('Expected the name of an argument before "="', argument.lineno, argument.colno)
      named.push({ name: argument, value: parser.parseExpression() })
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

/** What nunjucks takes as the name of an argument. */
function isName({ typename, value }: NunjucksNode): boolean {
  return typename === 'Symbol' || (typename === 'Literal' && typeof value === 'string')
}
