import { LineScanner } from './line-scanner.js'

/** The parsed action column: `userController.showUser(id:'home')`. */
export interface ActionCall {
  /** `controller.method`, also with variables in braces: `{controller}.{action}`. */
  readonly action: string
  readonly fixedArguments: Readonly<Record<string, string>>
  /** The names in braces within `action`, in order. */
  readonly variables: readonly string[]
}

export const noArguments: Readonly<Record<string, string>> = Object.freeze({})
const noVariables: readonly string[] = Object.freeze([])

/**
 * Parses an action in a template: `"userController.showUser(id:'5')"`. It may also be the name of a line (`+
 * name=profile`), or a target such as `view:about.njk`.
 *
 * @param isName true for the name of a line
 * @throws SyntaxProblem with the offset of the error
 */
export function parseActionCall(text: string, isName: (name: string) => boolean = () => false): ActionCall {
  const scanner = new LineScanner(text)
  scanner.skipBlanks()
  const start = scanner.offset
  const name = scanner.match(nameOfLine)
  const isKnown = name.includes(':') || (name !== '' && isName(name))
  if (!isKnown) scanner.offset = start
  const call = isKnown
    ? { action: name, fixedArguments: scanArguments(scanner), variables: noVariables }
    : scanActionCall(scanner)
  scanner.skipBlanks()
  if (!scanner.atEnd) scanner.failAs('E_ROUTE_ACTION', 'Expected the end of the action', hintToAction)
  return call
}

const nameOfLine = /(?:(?:view|staticFile|staticDir):[^(]*[^( \t]|[A-Za-z_][\w-]*)(?=[ \t]*(?:\(|$))/y

export function scanActionCall(scanner: LineScanner): ActionCall {
  const start = scanner.offset
  const variables = scanActionName(scanner)
  const action = scanner.text.slice(start, scanner.offset)
  return { action, fixedArguments: scanArguments(scanner), variables }
}

/** Parses arguments such as `(id:'home')`, if there are any. */
export function scanArguments(scanner: LineScanner): Readonly<Record<string, string>> {
  const start = scanner.offset
  scanner.skipBlanks()
  if (scanner.take('(')) return scanFixedArguments(scanner)
  scanner.offset = start
  return noArguments
}

/** Replaces the variables of an action by their values: `{controller}.list` becomes `user.list`. */
export function fillAction(action: string, args: Readonly<Record<string, string>>): string {
  return action.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
}

function scanActionName(scanner: LineScanner): readonly string[] {
  const start = scanner.offset
  let variables = noVariables
  let names = 0
  do {
    const nameStart = scanner.offset
    if (scanner.take('{')) {
      const name = scanner.takeIdentifier()
      if (name === '' || !scanner.take('}')) {
        const hint = 'a variable of the path may name the controller or the method: {name}'
        scanner.failAs('E_ROUTE_ACTION', 'Expected "{name}"', hint, nameStart)
      }
      variables = [...variables, name]
    } else if (scanner.takeIdentifier() === '') failAtName(scanner, start, names)
    names++
  } while (scanner.take('.'))
  if (names < 2) failAtName(scanner, start, names)
  return variables
}

const hintToAction = 'an action is "controller.method", as in userController.showUser'

function failAtName(scanner: LineScanner, start: number, names: number): never {
  if (/^[#%]\{/.test(scanner.text.slice(scanner.offset))) failAtScripting(scanner)
  if (names === 1 && scanner.text.charCodeAt(scanner.offset - 1) !== 46 /* . */) {
    scanner.failAs('E_ROUTE_ACTION', 'Expected "." and a method name', hintToAction)
  }
  scanner.failAs(
    'E_ROUTE_ACTION',
    names === 0 ? 'Expected an action' : 'Expected a name',
    hintToAction,
    Math.max(start, scanner.offset),
  )
}

/** Fails if `piece`, which starts at the offset `start`, has the scripting of Play's route files. */
export function refuseScripting(scanner: LineScanner, piece: string, start: number): void {
  const found = piece.search(/[%#]\{/)
  if (found >= 0) failAtScripting(scanner, start + found)
}

export function failAtScripting(scanner: LineScanner, offset: number = scanner.offset): never {
  scanner.fail('Scripting is not supported in route files', 'write a configuration value as ${key}', offset)
}

function scanFixedArguments(scanner: LineScanner): Readonly<Record<string, string>> {
  scanner.skipBlanks()
  if (scanner.take(')')) return noArguments
  const fixedArguments: Record<string, string> = {}
  do {
    scanner.skipBlanks()
    const keyStart = scanner.offset
    const key = scanner.takeIdentifier()
    if (key === '') scanner.fail('Expected the name of an argument', "write arguments as (id:'home')")
    if (key === '__proto__')
      scanner.fail('An argument cannot be named "__proto__"', 'give it another name', keyStart)
    if (Object.hasOwn(fixedArguments, key)) {
      scanner.failAs(
        'E_ROUTE_DUP_PARAM',
        `Argument "${key}" is given twice`,
        'leave one of them out',
        keyStart,
      )
    }
    scanner.skipBlanks()
    if (!scanner.take(':')) scanner.fail('Expected ":"', `write the argument as ${key}:'value'`)
    scanner.skipBlanks()
    fixedArguments[key] = scanQuoted(scanner)
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.take(')')) scanner.fail('Expected "," or ")"', "write arguments as (id:'home', tab:'all')")
  return Object.freeze(fixedArguments)
}

/** Refuses the quotation marks of word processors. */
export function refuseCurlyQuote(scanner: LineScanner, hint: string, start: number = scanner.offset): void {
  const quote = scanner.text[start]
  if (quote !== undefined && '\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB`\u00B4'.includes(quote))
    scanner.fail(`${quote} is not a quotation mark here`, hint, start)
}

/** Reads `'text'` or `"text"`. The escapes are `\'`, `\"` and `\\`. */
function scanQuoted(scanner: LineScanner): string {
  const { text } = scanner
  const start = scanner.offset
  const quote = text[start]
  refuseCurlyQuote(scanner, "write the value as 'value', with straight marks")
  if (quote !== "'" && quote !== '"') scanner.fail('Expected a quoted value', "write the value as 'value'")
  let value = ''
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text[offset]
    if (character === quote) {
      scanner.offset = offset + 1
      return value
    }
    if (character === '\\') {
      const escaped = text[++offset]
      if (escaped !== "'" && escaped !== '"' && escaped !== '\\') {
        scanner.fail('Unknown escape', 'the escapes are \\\\, \\\' and \\"', offset - 1)
      }
      value += escaped
    } else value += character
  }
  return scanner.fail(
    `Expected ${quote} at the end of the value`,
    `a ${quote} inside the value is written \\${quote}`,
    start,
  )
}
