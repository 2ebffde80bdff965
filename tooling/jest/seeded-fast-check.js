// Tests import this file as 'fast-check'. It is the library with the seed FUZZ_SEED.
import fc from '../../node_modules/fast-check/lib/fast-check.js'

fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED']) })

const surrogates = { first: 0xd800, count: 0x800 }

// The library would create a table of a million characters for `unit: 'binary'` in each suite.
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || text !== String.fromCodePoint(code)) throw new TypeError('not one character')
    return code < surrogates.first ? code : code - surrogates.count
  },
)

export function string(constraints) {
  return fc.string(constraints?.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints)
}

export * from '../../node_modules/fast-check/lib/fast-check.js'
export default { ...fc, string }
