import { defineEntity, type EntityDefinition, type EntityOf } from '@mvc-router/rest'
import { freshTable } from './databases.js'

export const Author = defineEntity({
  name: 'Author',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { name: { type: 'string', maxLength: 10 }, data: 'json?' },
})
export const Book = defineEntity({
  name: 'Book',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', unique: true, maxLength: 50 },
    authorId: { type: 'integer?', references: (): EntityDefinition => Author },
  },
})
export type Author = EntityOf<typeof Author>
export type Book = EntityOf<typeof Book>
