import { type Fault, without } from './faulty-repository.js'

/** Faults when a repository finds, lists and counts rows or loads relations. */
export const questionFaults: Readonly<Record<string, Fault>> = {
  'counts one row too many': {
    methods: (rows) => ({ count: async (options) => (await rows.count(options)) + 1 }),
    breaks: [
      'an empty repository finds, lists and counts nothing',
      'count and exists agree with the stored rows',
    ],
  },
  'returns objects without a class': {
    methods: (rows) => ({
      findOne: async (id, options) => {
        const found = await rows.findOne(id, options)
        return found && { ...found }
      },
    }),
    breaks: ['a row is found as an instance of the class of the entity'],
  },
  'lists rows with given ids in key order': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        const found = await rows.findAll(selection)
        return selection.ids === undefined ? found : found.toSorted((left, right) => left.id - right.id)
      },
    }),
    breaks: ['rows with given ids are listed once each, in the order of the ids, without unknown ids'],
  },
  'lists the last row first': {
    methods: (rows) => ({ findAll: async (selection) => (await rows.findAll(selection)).toReversed() }),
    breaks: [
      'a list without a sort is in the order of the keys',
      'given keys of type objectId are stored, found exactly, and listed in order',
    ],
  },
  'ignores an offset without a limit': {
    methods: (rows) => ({
      findAll: async (selection = {}) =>
        rows.findAll('limit' in selection ? selection : without(selection, 'offset')),
    }),
    breaks: ['a slice begins at its offset and has at most its limit'],
  },
  'ignores offset and limit': {
    methods: (rows) => ({
      findAll: async (selection) => rows.findAll(without(selection, 'offset', 'limit')),
    }),
    breaks: [
      'a slice begins at its offset and has at most its limit',
      'the pages of a sorted list contain each row once',
    ],
  },
  'ignores the sort': {
    methods: (rows) => ({ findAll: async (selection) => rows.findAll(without(selection, 'sort')) }),
    breaks: [
      'texts are sorted by their characters, in both directions',
      'numbers are sorted by size after nulls, and equal numbers by key',
      'a list can be sorted by several properties, each in its own direction',
    ],
  },
  'sorts only by the key after a position': {
    methods: (rows) => ({
      findAll: async (selection = {}) =>
        rows.findAll('after' in selection ? without(selection, 'sort') : selection),
    }),
    breaks: ['slices after each position contain each row once, in the order of the whole list'],
  },
  'ignores conditions': {
    methods: (rows) => ({
      findOne: async (id) => rows.findOne(id),
      exists: async (id) => rows.exists(id),
      findAll: async (selection) => rows.findAll(without(selection, 'where', 'scope')),
      count: async () => rows.count(),
      deleteAll: async () => rows.deleteAll(),
    }),
    breaks: [
      'a condition without an operator means equality, and all conditions must hold',
      'null differs from every other value, and is neither less nor greater',
      '"in" matches any value of its list, and an empty list matches nothing',
      'texts are compared by characters, so case, accents, blanks and special characters count',
      'the key is compared like any other field',
      'finding, counting and deleting obey conditions and a scope',
      'an invalid condition is an error, and is never ignored',
      'values of every type are compared by size',
      'a json field can only be compared with null',
      'conditions also hold in a list after a position',
    ],
  },
  'counts the rows of a slice instead of all rows': {
    methods: (rows) => ({
      findCounted: async (selection) => {
        const found = await rows.findAll(selection)
        return { found, count: found.length }
      },
    }),
    breaks: ['findCounted returns the same slice as findAll, and the same number as count'],
  },
  'lists nothing after the position of a deleted row': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        if (selection.ids !== undefined || selection.after === undefined) return rows.findAll(selection)
        const isThere = await rows.exists(selection.after['id'])
        return isThere ? rows.findAll(selection) : []
      },
    }),
    breaks: [
      'a list continues after the position of a deleted row',
      'a position without a valid value for each sorted property is an error',
    ],
  },
  'loads no relations': {
    methods: (rows) => ({ findAll: async (selection) => rows.findAll(without(selection, 'include')) }),
    breaks: ['relations are loaded when they are included'],
  },
  'loads relations outside of the scope': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        const found = await rows.findAll(without(selection, 'include'))
        const { include } = selection
        if (include === undefined) return found
        return rows.findAll({ ids: found.map(({ id }) => id), include })
      },
    }),
    breaks: ['a scope also limits the relations that are loaded'],
  },
}
