import type { EntityDefinition, FieldDefinition } from '../../entity/entity-definition.js'

/** One rule of a field, for a client that checks a form before it sends it. */
export interface ValidationConstraint {
  readonly type: ConstraintType
  readonly message: string
  /** Of `Size`. */
  readonly min?: number
  /** Of `Size`. */
  readonly max?: number
  /** Of `Min` and `Max`: a number, or the text of a day, a time or a large integer. */
  readonly value?: number | string
  /** Of `Pattern`, for the whole text. */
  readonly regexp?: string
  /** Of `Enum`. */
  readonly values?: readonly (string | number)[]
}

export type ConstraintType = 'NotNull' | 'Size' | 'Pattern' | 'Min' | 'Max' | 'Enum'

/** The rules of an entity's writable fields, by field; those of nested models by their paths, such as `address.street`. */
export interface ValidationModel {
  readonly model: string
  readonly constraints: Readonly<Record<string, readonly ValidationConstraint[]>>
}

/**
 * The message of each rule; `{min}`, `{max}`, `{value}`, `{regexp}` and `{values}` are filled in. A rule without one is
 * told in English.
 */
export type ConstraintMessages = Readonly<Partial<Record<ConstraintType, string>>>

const english: Readonly<Record<ConstraintType, string>> = {
  NotNull: 'may not be null',
  Size: 'size must be between {min} and {max}',
  Pattern: 'must match "{regexp}"',
  Min: 'must be greater than or equal to {value}',
  Max: 'must be less than or equal to {value}',
  Enum: 'must be one of {values}',
}

/** By language. */
export const predefinedMessages: Readonly<Record<string, ConstraintMessages>> = {
  en: english,
  fr: {
    NotNull: 'ne peut pas être nul',
    Size: 'la taille doit être entre {min} et {max}',
    Pattern: 'doit suivre "{regexp}"',
    Min: 'doit être plus grand ou égal à {value}',
    Max: 'doit être plus petit ou égal à {value}',
    Enum: 'doit être l’un de {values}',
  },
  de: {
    NotNull: 'darf nicht null sein',
    Size: 'muss zwischen {min} und {max} Zeichen lang sein',
    Pattern: 'muss auf "{regexp}" passen',
    Min: 'muss größer oder gleich {value} sein',
    Max: 'muss kleiner oder gleich {value} sein',
    Enum: 'muss eines von {values} sein',
  },
}

/** What the declaration of an entity says of its fields. */
export function validationModel(
  name: string,
  entity: EntityDefinition,
  messages: ConstraintMessages,
): ValidationModel {
  const rules = rulesOf(
    entity.fields.filter((field) => !field.readOnly),
    '',
    { ...english, ...messages },
  )
  return { model: name, constraints: Object.fromEntries(rules) }
}

type Messages = Readonly<Record<ConstraintType, string>>

function rulesOf(
  fields: readonly FieldDefinition[],
  prefix: string,
  messages: Messages,
): readonly (readonly [string, readonly ValidationConstraint[]])[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`
    const own = constraintsOf(field, messages)
    const inner = rulesOf(field.model?.fields ?? [], `${path}.`, messages)
    return own.length > 0 ? [[path, own] as const, ...inner] : inner
  })
}

function constraintsOf(field: FieldDefinition, messages: Messages): readonly ValidationConstraint[] {
  const { nullable, minLength = 0, maxLength, pattern, min, max } = field
  const rules: Omit<ValidationConstraint, 'message'>[] = []
  if (!nullable) rules.push({ type: 'NotNull' })
  if (maxLength !== undefined || minLength > 0)
    rules.push({ type: 'Size', min: minLength, max: maxLength ?? maxSize })
  if (pattern !== undefined) rules.push({ type: 'Pattern', regexp: pattern })
  if (min !== undefined) rules.push({ type: 'Min', value: limitText(min) })
  if (max !== undefined) rules.push({ type: 'Max', value: limitText(max) })
  if (field.enum !== undefined) rules.push({ type: 'Enum', values: field.enum })
  return rules.map((rule) => ({ ...rule, message: fill(messages[rule.type], rule) }))
}

/** What Bean Validation says for "as long as you like". */
const maxSize = 2 ** 31 - 1

function limitText(limit: unknown): number | string {
  if (typeof limit === 'number') return limit
  return limit instanceof Date ? limit.toISOString() : String(limit)
}

function fill(message: string, rule: Omit<ValidationConstraint, 'message'>): string {
  const values = new Map(Object.entries(rule).map(([name, value]) => [name, [value].flat().join(', ')]))
  return message.replaceAll(/\{(\w{1,10})\}/g, (whole, name: string) => values.get(name) ?? whole)
}
