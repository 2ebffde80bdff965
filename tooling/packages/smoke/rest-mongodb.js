import { defineEntity, StoreRepository } from '@mvc-router/rest'
import { mongoStore } from '@mvc-router/rest-mongodb'
import { MongoClient } from 'mongodb'
import { strict as assert } from 'node:assert'

const Book = defineEntity({ name: 'Book', key: { id: 'objectId' }, fields: { title: 'string' } })

// Nothing listens on port 1, so the repository must report that it cannot reach the store.
const client = new MongoClient('mongodb://127.0.0.1:1/library', { serverSelectionTimeoutMS: 50 })
const books = new StoreRepository(Book, mongoStore(client.db()))
await assert.rejects(books.count(), { name: 'ServiceUnavailableException' })
await client.close()
