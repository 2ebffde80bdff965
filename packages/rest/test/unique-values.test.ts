import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { freshTable } from './databases.js'
import { describeStores } from './stores.js'

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

await describeStores('a unique value', { sealed: Sealed }, (stores) => {
  test.each([
    ['text', () => 'a'],
    ['count', () => 2n ** 60n],
    ['price', () => '1.5'],
    ['at', () => new Date(0)],
    ['mail', () => 'a@example.org'],
    ['print', () => Uint8Array.of(0, 255)],
  ])(
    'of type %s is taken once, whichever object it is, and the conflict names its field',
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

  test('of a hidden field is refused without its name', async () => {
    const { sealed } = stores()
    await sealed.save(Sealed.create({ token: 'secret' }))
    const refused = await sealed.save(Sealed.create({ token: 'secret' })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'EntityExistsException', property: undefined })
    expect(String(refused)).not.toContain('token')
  })
})
