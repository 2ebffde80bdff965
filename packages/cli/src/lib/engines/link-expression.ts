import { nearestNames } from '@mvc-router/router-core/tools'
import type { LinkAction, LinkArgument, LinkPurpose, LinkValue, TemplateLink } from './template-link.js'

/** An expression of a link, in any language. */
export interface LinkExpression {
  readonly offset: number
  /** Present for a literal. */
  readonly value?: LinkValue
  /** The last part of a variable's name: `id` for `user.id`. */
  readonly name?: string | undefined
  /** The possible values of a condition. */
  readonly branches?: readonly LinkExpression[]
  /** The entries of an object of arguments. An entry is undefined if its name is known only at run time. */
  readonly entries?: readonly (LinkArgument | undefined)[]
}

type LinkStart = Pick<TemplateLink, 'offset' | 'purpose'> & { readonly misspelt?: string | undefined }

/**
 * Makes a link from its expressions. Returns [] for a misspelt call whose action is unknown, because it is no link.
 *
 * @param values objects of arguments. A later argument replaces an earlier one.
 * @param extra the first value after `values`
 */
export function linksOf(
  { offset, purpose, misspelt }: LinkStart,
  action: LinkExpression | undefined,
  values: readonly LinkExpression[],
  extra?: LinkExpression,
): TemplateLink[] {
  const actions: LinkAction[] = []
  const isDynamic = action === undefined || !readTexts(action, actions)
  if (misspelt !== undefined && isDynamic) return []
  const isGuess = misspelt !== undefined
  return [{ offset, purpose, actions, isDynamic, ...readArguments(values, extra), isGuess, misspelt }]
}

/** Collects the possible texts of an expression. Returns false if it may also have another value. */
function readTexts({ offset, value, branches }: LinkExpression, texts: LinkAction[]): boolean {
  if (branches !== undefined) return branches.map((branch) => readTexts(branch, texts)).every(Boolean)
  const text = value?.literal
  if (typeof text !== 'string') return false
  texts.push({ text, offset: offset + 1 })
  return true
}

function readArguments(
  values: readonly LinkExpression[],
  extra: LinkExpression | undefined,
): Pick<TemplateLink, 'args' | 'hasUnknownArguments' | 'unnamedValue' | 'unnamedVariable'> {
  let args: LinkArgument[] = []
  let hasUnknownArguments = false
  let unnamedValue: number | undefined
  let unnamedVariable: TemplateLink['unnamedVariable']
  for (const { offset, value, name, entries = [undefined] } of values) {
    if (value !== undefined) {
      if (value.literal !== null) unnamedValue ??= offset
      continue
    }
    if (name !== undefined) unnamedVariable = { name, offset }
    for (const entry of entries) {
      if (entry !== undefined) args.push(entry)
      else {
        hasUnknownArguments = true
        args = withoutValues(args)
      }
    }
  }
  return { args, hasUnknownArguments, unnamedValue: unnamedValue ?? extra?.offset, unnamedVariable }
}

/** Removes the values of arguments, because unknown arguments that follow may replace them. */
export function withoutValues(args: readonly LinkArgument[]): LinkArgument[] {
  return args.map((argument) => ({ ...argument, value: undefined }))
}

export function argumentOf(name: string, { value, offset }: LinkExpression): LinkArgument {
  return { name, value, offset }
}

/** Returns the purpose of a call of the model attribute or of its methods: `route`, `route.signed`. */
export function purposeOf(callee: string, attributeName: string): LinkPurpose | undefined {
  const [owner, method = 'reverse', ...more] = callee.split('.')
  return owner === attributeName && more.length === 0 ? purposes.get(method) : undefined
}

const purposes: ReadonlyMap<string, LinkPurpose> = new Map([
  ['reverse', 'url'],
  ['href', 'url'],
  ['signed', 'signed'],
  ['isCurrent', 'name'],
])

/** True for names that are probably misspelt: `rout`, `rotue`, `Route`. */
export function isMisspeltRoute(name: string): boolean {
  return name !== 'route' && name.length > 2 && nearestNames(name, ['route']).length > 0
}
