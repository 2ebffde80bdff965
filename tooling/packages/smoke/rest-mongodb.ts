import { defineEntity, StoreRepository } from '@mvc-router/rest'
import { createCollections, mongoStore } from '@mvc-router/rest-mongodb'
import type { MongoClient } from 'mongodb'

const Book = defineEntity({ name: 'Book', key: { id: 'objectId' }, fields: { title: 'string' } })

export async function books(client: MongoClient): Promise<object> {
  await createCollections(client.db('library'), [Book])
  return new StoreRepository(Book, mongoStore(client.db('library')))
}
