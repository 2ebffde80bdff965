import { describe, expect, test } from '@jest/globals'
import { defineEntity, type EntityOf } from '@mvc-router/rest'
import { ModelMapper, modelMapper } from '@mvc-router/rest/mapper'

class Address {
  street = ''
  city = ''
}
class Person {
  id = 0
  name = ''
  password = ''
  address: Address | undefined = new Address()
  get initials(): string {
    return this.name.charAt(0)
  }
  greet(): string {
    return `I am ${this.name}`
  }
}
class PersonDto {
  name!: string
  initials!: string
  addressCity!: string
  addressStreet!: string
}
const ada = Object.assign(new Person(), {
  id: 1,
  name: 'Ada',
  password: 'secret',
  address: Object.assign(new Address(), { street: 'St James’s Square', city: 'London' }),
})

describe('ModelMapper', () => {
  test('a mapper maps properties and getters by name, and flattens nested objects', () => {
    const dto = modelMapper.map(ada, PersonDto)
    expect(dto).toBeInstanceOf(PersonDto)
    expect(dto).toEqual(
      Object.assign(new PersonDto(), {
        name: 'Ada',
        initials: 'A',
        addressCity: 'London',
        addressStreet: 'St James’s Square',
      }),
    )
    expect(dto).not.toHaveProperty('password')
  })

  test('a mapper maps flat properties back into instances of the nested classes', () => {
    const dto = modelMapper.map(ada, PersonDto)
    const person = modelMapper.map(dto, Person)
    expect(person.address).toBeInstanceOf(Address)
    expect(person).toMatchObject({
      id: 0,
      name: 'Ada',
      address: { street: 'St James’s Square', city: 'London' },
    })
  })

  test('a mapper keeps the initial value of a target property that the source lacks', () => {
    expect(modelMapper.map({}, Person)).toEqual(new Person())
    expect(modelMapper.map({ name: null, address: null }, Person)).toMatchObject({
      name: null,
      address: null,
    })
  })

  test('a mapper copies sets, maps and bytes without mapping their contents', () => {
    class Holder {
      tags = new Set<string>()
      counts = new Map<string, number>()
      bytes = new Uint8Array()
    }
    const source = { tags: new Set(['a']), counts: new Map([['b', 1]]), bytes: Uint8Array.of(1, 2) }
    expect(modelMapper.map(source, Holder)).toEqual(Object.assign(new Holder(), source))
    expect(modelMapper.map({}, Holder)).toEqual(new Holder())
  })

  test('a mapper replaces bytes of the target, also if they are not empty', () => {
    class Picture {
      data = Uint8Array.of(7)
      buffer = Buffer.from('initial value')
    }
    const source = { data: Uint8Array.of(1, 2), buffer: Buffer.from('new') }
    expect(modelMapper.map(source, Picture)).toEqual(Object.assign(new Picture(), source))
  })

  test('a mapper flattens several levels, and builds nested objects: customerName becomes customer.name', () => {
    class Flat {
      customerAddressCity = ''
    }
    class Nested {
      customer: unknown = undefined
    }
    const source = { customer: { address: { city: 'Paris' } } }
    expect(modelMapper.map(source, Flat).customerAddressCity).toBe('Paris')
    class Point {
      aX = 0
    }
    expect(modelMapper.map({ a: { x: 1 } }, Point).aX).toBe(1)
    expect(modelMapper.map({ customerName: 'Ada', customerage: 5 }, Nested).customer).toEqual({ name: 'Ada' })
  })

  test('a mapper maps a nested object with the property map of its class', () => {
    class Place {
      town = 'Paris'
    }
    class Traveller {
      address = new Place()
    }
    const mapper = new ModelMapper().addPropertyMap(Place, Address, { city: 'town' })
    expect(mapper.map(new Traveller(), Person).address).toEqual(
      Object.assign(new Address(), { city: 'Paris' }),
    )
    expect(mapper.map({ address: 5, addressCity: 'Rome' }, Person).address).toMatchObject({ city: 'Rome' })
  })

  test('a mapper maps entities and relations as they are declared', () => {
    const Author = defineEntity({ name: 'Author', key: { id: 'integer' }, fields: { name: 'string' } })
    const Book = defineEntity({
      name: 'Book',
      key: { id: 'integer' },
      fields: { title: 'string', authorId: 'integer?' },
      relations: { author: { entity: () => Author, by: 'authorId' } },
    })
    class BookDto {
      title = ''
      authorName = ''
    }
    const book: EntityOf<typeof Book> = Book.create({ id: 1, title: 'Notes', authorId: 1 })
    book.author = Author.create({ id: 1, name: 'Ada' })
    expect(modelMapper.map(book, BookDto)).toEqual(
      Object.assign(new BookDto(), { title: 'Notes', authorName: 'Ada' }),
    )
    expect(modelMapper.map({ title: 'Notes', other: 1 }, Book)).toEqual(Book.create({ title: 'Notes' }))
    expect(modelMapper.mapAll([book, book], BookDto)).toHaveLength(2)
  })

  test('a property map accepts a function, a path, or false for a property that stays unchanged', () => {
    class Label {
      who = 'nobody'
      where = ''
      name = 'unchanged'
    }
    const mapper = new ModelMapper().addPropertyMap(Person, Label, {
      who: ({ name, id }) => `${name} (${id})`,
      where: 'address.city',
      name: false,
    })
    class Admin extends Person {}
    expect(mapper.map(Object.assign(new Admin(), ada), Label)).toEqual({
      who: 'Ada (1)',
      where: 'London',
      name: 'unchanged',
    })
    expect(mapper.map({ who: 'by name' }, Label)).toMatchObject({ who: 'by name', name: 'unchanged' })
  })

  test('a mapper does not copy methods or properties of Object.prototype', () => {
    class Odd {
      constructorName = 'mine'
      toString = 'mine'
      greet: unknown = 'mine'
      hasOwnProperty = 'mine'
    }
    expect({ ...modelMapper.map(ada, Odd) }).toEqual({ ...new Odd() })
    const body: object = JSON.parse('{"__proto__": {"name": "polluted"}}') as object
    expect(modelMapper.map(body, Person).name).toBe('')
  })

  test('a mapper refuses a target class without properties, and a property map with an unknown property', () => {
    class Empty {}
    expect(() => modelMapper.map(ada, Empty)).toThrow(
      'Empty has no properties at run time: initialize its fields, at least with undefined',
    )
    expect(() => modelMapper.map(ada, Empty)).toThrow(expect.objectContaining({ code: 'E_CONFIG' }))
    expect(() => new ModelMapper().addPropertyMap(Person, PersonDto, { nope: 'name' } as never)).toThrow(
      expect.objectContaining({ code: 'E_CONFIG' }),
    )
  })
})
