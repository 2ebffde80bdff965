import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createApi } from '../../../examples/api/dist/create-api.js'
import { reactAdminProvider } from './admin-panels/react-admin.js'
import { refineProvider } from './admin-panels/refine.js'

let server: Server
let url: string
let close: () => Promise<void>

beforeEach(async () => {
  const { app, database } = await createApi(':memory:')
  server = createServer(app).listen(0)
  url = `http://localhost:${(server.address() as AddressInfo).port}`
  close = async () => database.close()
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await close()
})

test('react-admin lists, sorts, filters, reads, creates, changes and deletes', async () => {
  const provider = reactAdminProvider(url)
  const list = (page: number, field: string, order: 'ASC' | 'DESC', filter = {}) =>
    provider.getList('authors', { pagination: { page, perPage: 1 }, sort: { field, order }, filter })
  const [bloch, crockford] = [
    { id: 1, name: 'Joshua Bloch' },
    { id: 2, name: 'Douglas Crockford' },
  ]
  expect(await list(1, 'name', 'ASC')).toEqual({ data: [crockford], total: 2 })
  expect(await list(2, 'id', 'DESC')).toEqual({ data: [bloch], total: 2 })
  expect(await list(1, 'id', 'ASC', { 'name[contains]': 'Crock' })).toEqual({ data: [crockford], total: 1 })
  expect((await provider.getMany('authors', { ids: [1, 2, 9] })).data).toEqual([bloch, crockford])
  expect((await provider.getOne('authors', { id: 1 })).data).toMatchObject({ ...bloch, born: 1961 })
  const loans = await provider.getManyReference('loans', {
    target: 'bookId',
    id: 1,
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'dueOn', order: 'ASC' },
    filter: {},
  })
  expect(loans).toMatchObject({ data: [{ reader: 'Ada' }], total: 1 })

  const { data: created } = await provider.create('authors', { data: { name: 'Ada' } })
  expect(created).toMatchObject({ id: 3, name: 'Ada' })
  const changed = await provider.update('authors', { id: 3, data: { born: 1815 }, previousData: created })
  expect(changed.data).toMatchObject({ id: 3, name: 'Ada', born: 1815 })
  expect(await provider.updateMany('authors', { ids: [3], data: { born: 1816 } })).toEqual({ data: [3] })
  expect((await provider.getOne('authors', { id: 3 })).data).toMatchObject({ name: 'Ada', born: 1816 })
  expect((await provider.delete('authors', { id: 3, previousData: created })).data).toEqual(created)
  await provider.create('authors', { data: { name: 'Bea' } })
  expect(await provider.deleteMany('authors', { ids: [4] })).toEqual({ data: [4] })
  await expect(provider.getOne('authors', { id: 4 })).rejects.toMatchObject({ status: 404 })
  await expect(provider.create('authors', { data: {} })).rejects.toMatchObject({ status: 400 })
})

test('refine lists, sorts, filters, reads, creates, changes and deletes', async () => {
  const provider = refineProvider(url)
  const [bloch, crockford] = [
    { id: 1, name: 'Joshua Bloch' },
    { id: 2, name: 'Douglas Crockford' },
  ]
  const list = (currentPage: number, options = {}) =>
    provider.getList({ resource: 'authors', pagination: { currentPage, pageSize: 1 }, ...options })
  expect(await list(1, { sorters: [{ field: 'name', order: 'asc' }] })).toEqual({
    data: [crockford],
    total: 2,
  })
  expect(await list(2, { sorters: [{ field: 'id', order: 'desc' }] })).toEqual({ data: [bloch], total: 2 })
  const filters = [{ field: 'name', operator: 'contains', value: 'Crock' }]
  expect(await list(1, { filters })).toEqual({ data: [crockford], total: 1 })
  const equal = [{ field: 'name', operator: 'eq', value: 'Joshua Bloch' }]
  expect(await list(1, { filters: equal, pagination: { mode: 'off' } })).toEqual({ data: [bloch], total: 1 })
  await expect(list(1, { filters: [{ operator: 'or', value: [] }] })).rejects.toThrow('"or" of filters')
  expect((await provider.getMany?.({ resource: 'authors', ids: [1, 2] }))?.data).toEqual([bloch, crockford])

  const { data: created } = await provider.create({ resource: 'authors', variables: { name: 'Ada' } })
  expect(created).toMatchObject({ id: 3, name: 'Ada' })
  const changed = await provider.update({ resource: 'authors', id: 3, variables: { born: 1815 } })
  expect(changed.data).toMatchObject({ id: 3, name: 'Ada', born: 1815 })
  await provider.deleteOne({ resource: 'authors', id: 3 })
  await expect(provider.getOne({ resource: 'authors', id: 3 })).rejects.toMatchObject({ statusCode: 404 })
})
