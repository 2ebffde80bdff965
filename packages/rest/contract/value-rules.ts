import { deepStrictEqual } from 'node:assert/strict'
import type { PagingAndSortingRepository } from '@mvc-router/rest'
import type { ContractValues } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

type Values = PagingAndSortingRepository<ContractValues, string>

/** The deepest JSON that a body may contain. */
const deepJson: unknown = JSON.parse('['.repeat(63) + ']'.repeat(63))

const samples: { readonly [Name in keyof ContractValues]?: readonly ContractValues[Name][] } = {
  string: ['', ' ', "it's", '"', '\\', '\\n', '\n\r\t', '%_', '$1', '?', 'é😀\u2028', 'x'.repeat(70_000)],
  integer: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  bigint: [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
  number: [0, 0.1, -1.5, 1e-300, 1.7976931348623157e308, 123456789.123456],
  decimal: ['0', '-0.000001', '12.5', '123456789012.123456', '-999999999999.999999'],
  bytes: [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, index) => index)],
  boolean: [true, false],
  date: ['2024-02-29', '0001-01-01', '9999-12-31'],
  datetime: ['1970-01-01T00:00:00.000Z', '2024-03-31T02:30:00.123Z', '2024-10-27T01:30:00.999Z'].map(
    (text) => new Date(text),
  ),
  uuid: ['00000000-0000-4000-8000-0123456789ab'],
  objectId: ['0123456789abcdef01234567'],
  json: ['text', 0, false, [], {}, [1, [null]], { a: { b: "it's" }, 'é"\\': 1 }, deepJson],
}

/** Rules for values of every type. The store returns each value unchanged. */
export const valueRules: RepositoryRules<ContractValues, string> = {
  'a row of nulls is read as it was written': async (values) => {
    const stored = await insert(values, {})
    deepStrictEqual(await values.findOne(stored.id), stored)
    deepStrictEqual({ ...stored }, { ...values.entity.create({ id: stored.id }) })
  },
  ...Object.fromEntries(
    Object.entries(samples).map(([name, list]) => [
      `a value of type ${name} is read as it was written, after insert and save, alone and in a list`,
      async (values: Values) => {
        for (const value of list) {
          const stored = await insert(values, { [name]: value })
          const expected = values.entity.create({ id: stored.id, [name]: value })
          deepStrictEqual(stored, expected)
          deepStrictEqual(await values.findOne(stored.id), expected)
          deepStrictEqual(
            await values.save(values.entity.create({ id: stored.id })),
            values.entity.create({ id: stored.id }),
          )
          deepStrictEqual(await values.save(expected), expected)
          deepStrictEqual(await values.findAll(), [expected])
          await values.delete(stored.id)
        }
      },
    ]),
  ),
}
