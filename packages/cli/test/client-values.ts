import * as fc from 'fast-check'

const text = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '/',
    '//',
    'a/b',
    'a//b',
    '../a',
    "it's",
    '%2F',
    '%',
    'é',
    '😀',
    'a b',
    '1-2-3',
    'x.y',
  ),
  fc.constantFrom('\ud800', 'a\u0000', '\u007f', '<', '"', '\\', '?', '#', ':', '@', '&', '+', 'de', 'html'),
  fc.constantFrom('a'.repeat(255), 'a'.repeat(256), 'é'.repeat(3000), 'a/b/'.repeat(2047) + 'abc'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^[a-z0-9/.%-]{0,8}$/),
)

const name = fc.constantFrom(
  'id',
  'to',
  'page',
  'lang',
  'path',
  'name',
  'ext',
  'from',
  's',
  'v',
  'a',
  'b',
  'q',
  '__proto__',
  'é',
  '\udc00',
)

/** Arguments that JSON can represent. */
export const jsonArguments: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  name,
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 })),
  { maxKeys: 4 },
)

/** Any arguments that a program may pass. */
export const anyArguments: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  name,
  fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom<unknown>(
      null,
      undefined,
      Number.NaN,
      2 ** 60,
      Symbol('a'),
      () => 'a',
      {},
      [],
      { id: 5 },
      { id: {} },
      { toHexString: () => '5f', id: new Uint8Array(1) },
    ),
    fc.record({ id: text }),
    fc.record({ toRouteParam: text.map((given) => () => given) }),
    fc.array(text, { maxLength: 3 }),
  ),
  { maxKeys: 4 },
)
