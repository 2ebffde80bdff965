import { expect, test } from '@jest/globals'
import { defineEntity, Entity, Field, Id, MemoryRepository, Page } from '@mvc-router/rest'

const User = defineEntity({
  name: 'User',
  key: { id: 'bigint' },
  fields: { name: 'string', password: { type: 'string', hidden: true } },
})

function ann(): InstanceType<typeof User.type> {
  return User.create({ id: 1n, name: 'Ann', password: 'PASSWORD' })
}

test('JSON.stringify omits the hidden fields of an entity, also in lists, pages and nested objects', () => {
  const shown = '{"id":"1","name":"Ann"}'
  const page = new Page([ann()], { number: 0, size: 10, totalElements: 1 })
  expect(JSON.stringify(ann())).toBe(shown)
  expect(JSON.stringify([ann()])).toBe(`[${shown}]`)
  expect(JSON.stringify({ a: { b: ann() } })).toBe(`{"a":{"b":${shown}}}`)
  expect(JSON.stringify(page)).toContain(`"content":[${shown}]`)
})

test('JSON.stringify omits hidden fields of stored entities, and programs can still read them', async () => {
  const users = new MemoryRepository(User)
  const stored = await users.insert(ann())
  expect(JSON.stringify(await users.findAll())).not.toContain('PASSWORD')
  expect(stored).toMatchObject({ password: 'PASSWORD' })
})

test('an entity with toJSON is written as the result of toJSON, without hidden fields', () => {
  @Entity()
  class Account {
    @Id('integer') id = 1
    @Field('string') accessor owner = 'Ann'
    @Field({ type: 'string', hidden: true }) pin = 'PIN'
    toJSON(): object {
      return { ...this, owner: this.owner, kind: 'account' }
    }
  }
  class SavingsAccount extends Account {
    readonly rate = 2
  }
  expect(JSON.parse(JSON.stringify(new Account()))).toEqual({ id: 1, owner: 'Ann', kind: 'account' })
  expect(JSON.parse(JSON.stringify(new SavingsAccount()))).toMatchObject({ id: 1, rate: 2 })
  expect(JSON.stringify(new SavingsAccount())).not.toContain('PIN')
})

test('JSON.stringify writes fields that are accessors like other fields', () => {
  @Entity()
  class Note {
    @Id('integer') id = 1
    @Field('string') accessor text = 'hello'
    @Field({ type: 'string', hidden: true }) accessor key = 'KEY'
  }
  expect(JSON.stringify(new Note())).toBe('{"id":1,"text":"hello"}')
})

test.each(['a text', null, [1, { pin: 2 }]])(
  'a result of toJSON that is not a simple object is written unchanged: %j',
  (json) => {
    @Entity()
    class Coin {
      @Id('integer') id = 1
      @Field({ type: 'string', hidden: true }) pin = 'PIN'
      toJSON(): unknown {
        return json
      }
    }
    expect(JSON.parse(JSON.stringify(new Coin()))).toEqual(json)
  },
)
