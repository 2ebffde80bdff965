import type { OptionNames } from '@mvc-router/router-core/tools'

const english = {
  NotNull: 'may not be null',
  Null: 'must be null',
  NotBlank: 'may not be empty',
  NotEmpty: 'may not be empty',
  Size: 'size must be between {min} and {max}',
  Length: 'length must be between {min} and {max}',
  Pattern: 'must match "{regexp}"',
  Email: 'not a well-formed email address',
  URL: 'must be a valid URL',
  CreditCardNumber: 'invalid credit card number',
  Min: 'must be greater than or equal to {value}',
  Max: 'must be less than or equal to {value}',
  Range: 'must be between {min} and {max}',
  DecimalMin: 'must be greater than or equal to {value}',
  DecimalMax: 'must be less than or equal to {value}',
  Digits: 'numeric value out of bounds (<{integer} digits>.<{fraction} digits> expected)',
  Past: 'must be in the past',
  Future: 'must be in the future',
  AssertTrue: 'must be true',
  AssertFalse: 'must be false',
  Enum: 'must be one of {values}',
}

export type ConstraintType = keyof typeof english

export const constraintTypes = Object.fromEntries(
  Object.keys(english).map((name) => [name, true]),
) as OptionNames<ConstraintMessages>

/**
 * The message of each rule. `{min}`, `{max}`, `{value}`, `{integer}`, `{fraction}`, `{regexp}` and `{values}` are
 * replaced. A rule without a message has the predefined message of its language, or else the English message.
 */
export type ConstraintMessages = Readonly<Partial<Record<ConstraintType, string>>>

export const predefinedMessages: Readonly<
  Record<'en' | 'fr' | 'de', Readonly<Record<ConstraintType, string>>>
> = {
  en: english,
  fr: {
    NotNull: 'ne peut pas être nul',
    Null: 'doit être nul',
    NotBlank: 'ne peut pas être vide',
    NotEmpty: 'ne peut pas être vide',
    Size: 'la taille doit être entre {min} et {max}',
    Length: 'la longueur doit être entre {min} et {max}',
    Pattern: 'doit suivre "{regexp}"',
    Email: 'adresse email mal formée',
    URL: 'URL mal formée',
    CreditCardNumber: 'numéro de carte bancaire invalide',
    Min: 'doit être plus grand ou égal à {value}',
    Max: 'doit être plus petit ou égal à {value}',
    Range: 'doit être entre {min} et {max}',
    DecimalMin: 'doit être plus grand ou égal à {value}',
    DecimalMax: 'doit être plus petit ou égal à {value}',
    Digits: 'valeur numérique hors limites (<{integer} chiffres>.<{fraction} chiffres> attendus)',
    Past: 'doit être dans le passé',
    Future: 'doit être dans le futur',
    AssertTrue: 'doit être vrai',
    AssertFalse: 'doit être faux',
    Enum: 'doit être l’un de {values}',
  },
  de: {
    NotNull: 'darf nicht null sein',
    Null: 'muss null sein',
    NotBlank: 'darf nicht leer sein',
    NotEmpty: 'darf nicht leer sein',
    Size: 'die Größe muss zwischen {min} und {max} liegen',
    Length: 'muss zwischen {min} und {max} Zeichen lang sein',
    Pattern: 'muss auf "{regexp}" passen',
    Email: 'ist keine gültige E-Mail-Adresse',
    URL: 'ist keine gültige URL',
    CreditCardNumber: 'ist keine gültige Kreditkartennummer',
    Min: 'muss größer oder gleich {value} sein',
    Max: 'muss kleiner oder gleich {value} sein',
    Range: 'muss zwischen {min} und {max} liegen',
    DecimalMin: 'muss größer oder gleich {value} sein',
    DecimalMax: 'muss kleiner oder gleich {value} sein',
    Digits: 'darf höchstens {integer} Stellen vor und {fraction} nach dem Komma haben',
    Past: 'muss in der Vergangenheit liegen',
    Future: 'muss in der Zukunft liegen',
    AssertTrue: 'muss wahr sein',
    AssertFalse: 'muss falsch sein',
    Enum: 'muss eines von {values} sein',
  },
}
