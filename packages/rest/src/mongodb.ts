export { createCollections } from './lib/mongodb/create-collections.js'
export { mongoStore, type MongoStoreOptions } from './lib/mongodb/mongo-store.js'
export type { MongoTransaction } from './lib/mongodb/mongo-transaction.js'
