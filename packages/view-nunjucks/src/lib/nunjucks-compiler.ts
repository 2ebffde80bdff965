/** The few parts of nunjucks' parser that a tag needs, as structural types: users need no `@types/nunjucks`. */

/** Lines and columns of tokens and nodes count from 0. */
export interface NunjucksToken {
  readonly type: string
  readonly value: string
  readonly lineno: number
  readonly colno: number
}

/** A node of the syntax tree of Nunjucks. */
export interface NunjucksNode {
  readonly lineno: number
  readonly colno: number
  readonly typename: string
  /** The value of a literal or a symbol. */
  readonly value?: unknown
  /** The parts of `target.val` and `target[val]`. */
  readonly target?: NunjucksNode
  readonly val?: NunjucksNode
}

/** The part of Nunjucks' parser that the tag uses. */
export interface NunjucksParser {
  /** Null at the end of the template. */
  nextToken(): NunjucksToken | null
  peekToken(): NunjucksToken | null
  parseExpression(): NunjucksNode
  skip(type: string): boolean
  skipValue(type: string, value: string): boolean
  skipSymbol(name: string): boolean
  advanceAfterBlockEnd(tagName: string): unknown
  fail(message: string, line: number, column: number): never
}

/** The part of Nunjucks' lexer that the tag uses. */
export interface NunjucksLexer {
  readonly TOKEN_BLOCK_END: string
  readonly TOKEN_COMMA: string
  readonly TOKEN_OPERATOR: string
  readonly TOKEN_SYMBOL: string
}

interface CalledExtension {
  readonly __name: string
  /** True if nunjucks escapes the result of the extension. */
  readonly autoescape: boolean
}

/** The node classes of Nunjucks that the tag uses. */
export interface NunjucksNodes {
  readonly CallExtension: new (extension: CalledExtension, method: string, args: NunjucksNode) => NunjucksNode
  readonly Dict: NunjucksNodeClass<[pairs: NunjucksNode[]]>
  readonly FunCall: NunjucksNodeClass<[callee: NunjucksNode, args: NunjucksNode]>
  /** Nunjucks writes a string in quotes. It writes any other value as the code that `toString` returns. */
  readonly Literal: NunjucksNodeClass<[value: string | number | null | { toString(): string }]>
  readonly NodeList: NunjucksNodeClass<[children: NunjucksNode[]]>
  readonly Output: NunjucksNodeClass<[children: NunjucksNode[]]>
  readonly Pair: NunjucksNodeClass<[key: NunjucksNode, value: NunjucksNode]>
  readonly Set: NunjucksNodeClass<[targets: NunjucksNode[], value: NunjucksNode]>
  readonly Symbol: NunjucksNodeClass<[name: string]>
}

type NunjucksNodeClass<Fields extends readonly unknown[]> = new (
  line: number,
  column: number,
  ...fields: Fields
) => NunjucksNode
