import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { KyselyRepository } from '@mvc-router/rest-kysely'
import { freshTable } from './databases.js'
import { describeStores, describeTables } from './stores.js'

const Sealed = defineEntity({
  name: 'Sealed',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    text: { type: 'string?', unique: true, maxLength: 20 },
    count: { type: 'bigint?', unique: true },
    price: { type: 'decimal?', unique: true },
    at: { type: 'datetime?', unique: true },
    print: { type: 'bytes?', unique: true, maxLength: 20 },
    mail: { type: 'string?', unique: true, maxLength: 20, column: 'E-Mail (privat)' },
    token: { type: 'string?', unique: true, maxLength: 20, hidden: true },
  },
})

await describeStores('unique values', { sealed: Sealed }, (stores) => {
  test.each([
    ['text', () => 'a'],
    ['count', () => 2n ** 60n],
    ['price', () => '1.5'],
    ['at', () => new Date(0)],
    ['mail', () => 'a@example.org'],
    ['print', () => Uint8Array.of(0, 255)],
  ])(
    'a unique value of the field %s is stored once, and the conflict names the field',
    async (name, make) => {
      const { sealed } = stores()
      const { id } = await sealed.save(Sealed.create({ [name]: make() }))
      await expect(sealed.save(Sealed.create({ [name]: make() }))).rejects.toMatchObject({
        name: 'EntityExistsException',
        property: name,
      })
      await expect(sealed.save(Sealed.create({ id, [name]: make() }))).resolves.toBeDefined()
      await sealed.delete(id)
      await expect(sealed.save(Sealed.create({ [name]: make() }))).resolves.toBeDefined()
    },
  )

  test('the conflict of a unique hidden field does not name the field', async () => {
    const { sealed } = stores()
    await sealed.save(Sealed.create({ token: 'secret' }))
    const refused = await sealed.save(Sealed.create({ token: 'secret' })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'EntityExistsException', property: undefined })
    expect(String(refused)).not.toContain('token')
  })
})

const Seat = defineEntity({
  name: 'Seat',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { room: { type: 'string', maxLength: 9 }, number: 'integer' },
})

await describeTables('unique pairs of values', [Seat], (database) => {
  test('the conflict of a unique pair of values names no field', async () => {
    const { table } = Seat
    // MariaDB names an index after its first column.
    await database().execute(
      `create unique index ${database().family === 'mysql' ? 'room' : `${table}_pair`} on ${table} (room, number)`,
      [],
    )
    const seats = new KyselyRepository(database(), Seat)
    await seats.insert(Seat.create({ room: 'a', number: 1 }))
    await seats.insert(Seat.create({ room: 'a', number: 2 }))
    await expect(seats.insert(Seat.create({ room: 'a', number: 2 }))).rejects.toMatchObject({
      name: 'EntityExistsException',
      property: undefined,
    })
  })
})
