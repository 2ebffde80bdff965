// What tests import as 'fast-check': the library, whose properties draw from FUZZ_SEED.
import fc from '../node_modules/fast-check/lib/fast-check.js'

fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED']) })

export * from '../node_modules/fast-check/lib/fast-check.js'
export default fc
