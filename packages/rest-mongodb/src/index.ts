export { createCollections } from './lib/create-collections.js'
export { mongoStore, type MongoStoreOptions } from './lib/mongo-store.js'
export type { MongoTransaction } from './lib/mongo-transaction.js'
