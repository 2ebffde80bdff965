export type { Type } from './lib/entity/entity-definition.js'
