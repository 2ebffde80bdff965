import { type Fault, without } from './faulty-repository.js'

/** Finding, listing, counting, and loading relations. */
export const questionFaults: Readonly<Record<string, Fault>> = {
  'counts one too many': {
    methods: (rows) => ({ count: async (options) => (await rows.count(options)) + 1 }),
    breaks: ['an empty repository has nothing', 'count and exists say what is there'],
  },
  'gives objects without a class': {
    methods: (rows) => ({
      findOne: async (id, options) => {
        const found = await rows.findOne(id, options)
        return found && { ...found }
      },
    }),
    breaks: ['what is found is an instance of the entity’s class'],
  },
  'finds ids in key order': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        const found = await rows.findAll(selection)
        return selection.ids === undefined ? found : found.toSorted((left, right) => left.id - right.id)
      },
    }),
    breaks: ['ids are found in their order, each once, unknown ones ignored'],
  },
  'lists the last row first': {
    methods: (rows) => ({ findAll: async (selection) => (await rows.findAll(selection)).toReversed() }),
    breaks: [
      'without a sort the order is that of the keys',
      'given keys of type objectId are kept, found exactly, and in order',
    ],
  },
  'knows an offset only together with a limit': {
    methods: (rows) => ({
      findAll: async (selection = {}) =>
        rows.findAll('limit' in selection ? selection : without(selection, 'offset')),
    }),
    breaks: ['a slice begins at its offset and has at most its limit'],
  },
  'lists all rows': {
    methods: (rows) => ({
      findAll: async (selection) => rows.findAll(without(selection, 'offset', 'limit')),
    }),
    breaks: [
      'a slice begins at its offset and has at most its limit',
      'pages of a sorted list have each row once',
    ],
  },
  'sorts nothing': {
    methods: (rows) => ({ findAll: async (selection) => rows.findAll(without(selection, 'sort')) }),
    breaks: [
      'texts sort by their characters, in both directions',
      'numbers sort by size, nulls before them, ties in key order',
      'several properties sort one after the other, each in its direction',
    ],
  },
  'sorts behind a position by the key alone': {
    methods: (rows) => ({
      findAll: async (selection = {}) =>
        rows.findAll('after' in selection ? without(selection, 'sort') : selection),
    }),
    breaks: ['from position to position every row comes once, in the order of the whole list'],
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
      'a value alone must be the same, and all conditions must hold',
      'a row without a value has another one than any of a condition, and is neither less nor greater',
      'one of a list is enough, and nothing is in an empty one',
      'texts are compared letter by letter: case, accents, blanks and special characters count',
      'the key is compared as any field',
      'every way to find, count and delete knows conditions and a scope',
      'a condition that cannot be meant is an error, never no condition',
      'values of every type are compared by size',
      'data of any shape can only be there or not',
      'conditions hold behind a position as well',
    ],
  },
  'counts its slice instead of all rows': {
    methods: (rows) => ({
      findCounted: async (selection) => {
        const found = await rows.findAll(selection)
        return { found, count: found.length }
      },
    }),
    breaks: ['a slice that is found and counted at once is what findAll and count say'],
  },
  'goes on behind rows that exist, from any position': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        if (selection.ids !== undefined || selection.after === undefined) return rows.findAll(selection)
        const isThere = await rows.exists(selection.after['id'])
        return isThere ? rows.findAll(selection) : []
      },
    }),
    breaks: [
      'a position may be one of a row that is gone',
      'a position without a value for each property is an error',
    ],
  },
  'loads no relations': {
    methods: (rows) => ({ findAll: async (selection) => rows.findAll(without(selection, 'include')) }),
    breaks: ['relations are loaded when they are included'],
  },
  'loads relations out of scope': {
    methods: (rows) => ({
      findAll: async (selection = {}) => {
        const found = await rows.findAll(without(selection, 'include'))
        const { include } = selection
        if (include === undefined) return found
        return rows.findAll({ ids: found.map(({ id }) => id), include })
      },
    }),
    breaks: ['a scope holds for what is loaded, too'],
  },
}
