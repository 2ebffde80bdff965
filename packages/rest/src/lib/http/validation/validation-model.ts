import type { EntityDefinition } from '../../entity/entity-definition.js'

/** One rule of a field, for a client that checks a form before it sends it. */
export interface ValidationConstraint {
  /** `NotNull`, or `Size` with `min` and `max`. */
  readonly type: ConstraintType
  readonly message: string
  readonly min?: number
  readonly max?: number
}

export type ConstraintType = 'NotNull' | 'Size'

/** The rules of an entity's writable fields, by field. */
export interface ValidationModel {
  readonly model: string
  readonly constraints: Readonly<Record<string, readonly ValidationConstraint[]>>
}

/** The message of each rule; `{min}` and `{max}` are filled in. */
export type ConstraintMessages = Readonly<Record<ConstraintType, string>>

/** By language. */
export const predefinedMessages: Readonly<Record<string, ConstraintMessages>> = {
  en: { NotNull: 'may not be null', Size: 'size must be between {min} and {max}' },
  fr: { NotNull: 'ne peut pas être nul', Size: 'la taille doit être entre {min} et {max}' },
  de: { NotNull: 'darf nicht null sein', Size: 'muss zwischen {min} und {max} Zeichen lang sein' },
}

/** What the declaration of an entity says of its fields. */
export function validationModel(
  name: string,
  entity: EntityDefinition,
  messages: ConstraintMessages,
): ValidationModel {
  const constraints = entity.fields
    .filter((field) => !field.readOnly)
    .map(({ name: field, nullable, maxLength }) => {
      const rules: ValidationConstraint[] = []
      if (!nullable) rules.push({ type: 'NotNull', message: messages.NotNull })
      if (maxLength !== undefined) rules.push(sizeConstraint(maxLength, messages))
      return [field, rules] as const
    })
  return { model: name, constraints: Object.fromEntries(constraints.filter(([, rules]) => rules.length > 0)) }
}

function sizeConstraint(max: number, { Size }: ConstraintMessages): ValidationConstraint {
  return { type: 'Size', message: Size.replace('{min}', '0').replace('{max}', String(max)), min: 0, max }
}
