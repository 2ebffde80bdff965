import type { FieldDefinition } from '../../entity/entity-definition.js'
import type { TextFormat } from '../../entity/value-formats.js'
import type { ConstraintMessages, ConstraintType } from './constraint-messages.js'

/** A rule of a field, for a client that validates a form. */
export interface ValidationConstraint {
  readonly type: ConstraintType | 'Valid'
  /** `Valid` has no message, because the rules of its model have messages. */
  readonly message?: string
  /** `min` and `max` are set by `Size`, `Length` and `Range`. */
  readonly min?: number | string
  readonly max?: number | string
  /** Set by `Min` and `Max`: a day, a time or a large integer is a text. `DecimalMin` and `DecimalMax` set a text. */
  readonly value?: number | string
  /** Set by `DecimalMin` and `DecimalMax`: the limit itself is valid. */
  readonly inclusive?: true
  /** Set by `Digits`: the number of digits before the point. */
  readonly integer?: number
  /** Set by `Digits`: the number of digits behind the point. */
  readonly fraction?: number
  /** Set by `Pattern`: an expression for the whole text. `Email` and `URL` have `.*`. */
  readonly regexp?: string
  /** Always empty, in each rule with a `regexp`. */
  readonly flags?: readonly never[]
  /** Set by `Enum`. */
  readonly values?: readonly (string | number | boolean | null)[]
  /** Set by `Valid`: the model of the nested object. */
  readonly model?: string
}

export interface ValidationModel {
  readonly model: string
  readonly constraints: Readonly<Record<string, readonly ValidationConstraint[]>>
}

export function validationModel(
  name: string,
  { fields }: { readonly fields: readonly FieldDefinition[] },
  words: Required<ConstraintMessages>,
  nameOf: (model: NonNullable<FieldDefinition['model']>) => string,
): ValidationModel {
  const rules = fields
    .filter((field) => !field.readOnly)
    .map((field) => {
      const found = rulesOf(field).map((rule) => ({ ...rule, message: fill(words[rule.type], rule) }))
      const nested = field.model && { type: 'Valid' as const, model: nameOf(field.model) }
      return [field.name, nested === undefined ? found : [...found, nested]] as const
    })
  return { model: name, constraints: Object.fromEntries(rules.filter(([, all]) => all.length > 0)) }
}

type Rule = Omit<ValidationConstraint, 'message' | 'model' | 'type'> & { readonly type: ConstraintType }

const anyText = { regexp: '.*', flags: [] }
const formatRules: Readonly<Record<TextFormat, Rule>> = {
  email: { type: 'Email', ...anyText },
  url: { type: 'URL', ...anyText },
  creditCard: { type: 'CreditCardNumber' },
}

function rulesOf(field: FieldDefinition): readonly Rule[] {
  const { type, minLength = 0, pattern, min, max, digits, format } = field
  const { length, range, maxLength = length?.max } = field.declared
  const rules: Rule[] = []
  if (!field.nullable) rules.push({ type: 'NotNull' })
  if (field.notBlank) rules.push({ type: 'NotBlank' })
  if (field.notEmpty) rules.push({ type: 'NotEmpty' })
  if (maxLength !== undefined || minLength > 0)
    rules.push({ type: length === undefined ? 'Size' : 'Length', min: minLength, max: maxLength ?? maxSize })
  if (pattern !== undefined) rules.push({ type: 'Pattern', regexp: pattern, flags: [] })
  if (format !== undefined) rules.push(formatRules[format])
  const isDecimal = type === 'decimal' || type === 'number'
  const limit = (value: unknown): Pick<Rule, 'value' | 'inclusive'> =>
    isDecimal ? { value: String(value), inclusive: true } : { value: limitText(value) }
  if (range !== undefined) rules.push({ type: 'Range', min: limitText(min), max: limitText(max) })
  else if (min !== undefined) rules.push({ type: isDecimal ? 'DecimalMin' : 'Min', ...limit(min) })
  if (max !== undefined && range === undefined)
    rules.push({ type: isDecimal ? 'DecimalMax' : 'Max', ...limit(max) })
  if (digits !== undefined) rules.push({ type: 'Digits', ...digits })
  if (field.time !== undefined) rules.push({ type: field.time === 'past' ? 'Past' : 'Future' })
  if (field.enum !== undefined) rules.push(enumRule(field.enum))
  return rules
}

function enumRule(values: readonly (string | number | boolean | null)[]): Rule {
  const [only, ...others] = values
  if (only === null) return { type: 'Null' }
  if (typeof only === 'boolean' && others.every((other) => other === only))
    return { type: only ? 'AssertTrue' : 'AssertFalse' }
  return { type: 'Enum', values }
}

/** Bean Validation uses this value for a length without a limit. */
const maxSize = 2 ** 31 - 1

/** A large integer is a text. */
function limitText(limit: unknown): number | string {
  if (typeof limit === 'number') return limit
  if (typeof limit === 'bigint' && Number.isSafeInteger(Number(limit))) return Number(limit)
  return limit instanceof Date ? limit.toISOString() : String(limit)
}

function fill(message: string, rule: Rule): string {
  const values = new Map(Object.entries(rule).map(([name, value]) => [name, [value].flat().join(', ')]))
  return message.replaceAll(/\{(\w{1,10})\}/g, (whole, name: string) => values.get(name) ?? whole)
}
