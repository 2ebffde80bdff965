import * as fc from 'fast-check'

type Arguments = Record<string, unknown>

const special = `"'<>&=\`/\\?#%+;:@ {}\n`.split('')

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...special, 'a', 'é', '&amp;', '%2F', '</a>') }),
)

const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
)

const value = fc.oneof({ weight: 4, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }))

/** The names of arguments in the form `named`. */
export const randomNames: readonly string[] = ['slug', 'q', 'amp', 'tag', 'page']

/** Arguments with these names. Any except `slug`, the path variable, may be missing. */
export const randomNamedArguments: fc.Arbitrary<Arguments> = fc.record(
  Object.fromEntries(randomNames.map((key) => [key, key === 'slug' ? text : value])),
  { requiredKeys: ['slug'] },
)

/** Random texts, and names that a browser reads as HTML entities after an unescaped ampersand. */
const name = fc.oneof(text, fc.constantFrom('amp', 'lt', 'copy', 'not', 'reg'))

export const randomArguments: fc.Arbitrary<Arguments> = fc
  .tuple(text, fc.dictionary(name, value, { maxKeys: 5 }))
  .map(([slug, others]) => ({ ...others, slug }))
