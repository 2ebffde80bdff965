import { describe, expect, test } from '@jest/globals'
import { acknowledgedRows, nothingLost } from './acknowledged-rows.js'
import { kindsOfWrite, stores, waysToFail } from './acknowledging-process.js'

const kinds = Object.keys(kindsOfWrite)

describe.each(Object.keys(stores))('%s in a process that is killed', (store) => {
  test.each(Object.keys(waysToFail))(
    'after "%s", each acknowledged row is in the file, and other processes can write',
    async (way) => {
      expect(await acknowledgedRows(store, way, kinds)).toEqual(nothingLost(kinds))
    },
  )
})
