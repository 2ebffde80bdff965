import { randomBytes } from 'node:crypto'
import { type EntityDefinition, type KeyType, defineEntity } from '@mvc-router/rest'

/** The entity of most rules. The store or the contract counts its key up. */
export interface ContractItem {
  id: number
  name: string
  code: string | null
  rank: number | null
  version: number
}

/** A field of each type. */
export interface ContractValues {
  id: string
  string: string | null
  integer: number | null
  bigint: bigint | null
  number: number | null
  decimal: string | null
  bytes: Uint8Array | null
  boolean: boolean | null
  date: string | null
  datetime: Date | null
  uuid: string | null
  objectId: string | null
  json: unknown
}

/** An entity whose key can have any type. */
export interface ContractKeyed {
  key: unknown
  name: string
}

export function itemEntity(generated = true): EntityDefinition<ContractItem, number> {
  return defineEntity({
    name: 'ContractItem',
    table: freshTable(),
    key: { id: { type: 'integer', generated } },
    fields: {
      name: { type: 'string', maxLength: 100 },
      code: { type: 'string?', unique: true, maxLength: 100 },
      rank: 'integer?',
    },
    version: 'version',
    rowToken: false,
  })
}

export function valuesEntity(): EntityDefinition<ContractValues, string> {
  return defineEntity({
    name: 'ContractValues',
    table: freshTable(),
    key: { id: 'uuid' },
    fields: {
      string: 'string?',
      integer: 'integer?',
      bigint: 'bigint?',
      number: 'number?',
      decimal: 'decimal?',
      bytes: 'bytes?',
      boolean: 'boolean?',
      date: 'date?',
      datetime: 'datetime?',
      uuid: 'uuid?',
      objectId: 'objectId?',
      json: 'json?',
    },
  })
}

export function keyedEntity(type: KeyType, generated: boolean): EntityDefinition<ContractKeyed> {
  return defineEntity({
    name: 'ContractKeyed',
    table: freshTable(),
    key: { key: { type, generated } },
    fields: { name: { type: 'string', maxLength: 100 } },
  })
}

/** An entity with references to its own table. */
export interface ContractNode {
  id: number
  name: string
  owner: string
  parentId: number | null
  parent?: ContractNode | null
  children?: readonly ContractNode[]
}

export function nodeEntity(generated = true): EntityDefinition<ContractNode, number> {
  const node: EntityDefinition<ContractNode, number> = defineEntity({
    name: 'ContractNode',
    table: freshTable(),
    key: { id: { type: 'integer', generated } },
    fields: {
      name: { type: 'string', maxLength: 100 },
      owner: { type: 'string', maxLength: 100 },
      parentId: 'integer?',
    },
    rowToken: false,
    relations: {
      parent: { entity: (): EntityDefinition => node, by: 'parentId' },
      children: { entity: (): EntityDefinition => node, by: 'parentId', many: true },
    },
  }) as EntityDefinition<ContractNode, number>
  return node
}

/** Returns a unique name, because several processes may share a database. */
function freshTable(): string {
  return `contract_${randomBytes(8).toString('hex')}`
}
