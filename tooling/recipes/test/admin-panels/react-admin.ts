import { type DataProvider, fetchUtils, type GetListParams, type Identifier } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'

export function reactAdminProvider(url: string): DataProvider {
  const call = async (path: string, options: fetchUtils.Options = {}) =>
    (await fetchUtils.fetchJson(`${url}/${path}`, options)).json
  const rowAt = (resource: string, id: Identifier): string => `${resource}/${encodeURIComponent(id)}`
  const patchHeaders = new Headers({ 'Content-Type': 'application/merge-patch+json' })

  const getList = async (resource: string, { pagination, sort, filter }: GetListParams) => {
    const query = new URLSearchParams(filter)
    query.set('page', String(pagination?.page ?? 1))
    query.set('size', String(pagination?.perPage ?? 10))
    if (sort !== undefined) query.set('sort', `${sort.order === 'DESC' ? '-' : ''}${sort.field}`)
    const { content, totalElements } = await call(`${resource}?${query}`)
    return { data: content, total: totalElements }
  }
  const patch = (resource: string, id: Identifier, data: unknown) =>
    call(rowAt(resource, id), { method: 'PATCH', headers: patchHeaders, body: JSON.stringify(data) })
  const remove = (resource: string, id: Identifier) => call(rowAt(resource, id), { method: 'DELETE' })

  return {
    ...simpleRestProvider(url),
    getList,
    getManyReference: (resource, { target, id, filter, ...params }) =>
      getList(resource, { ...params, filter: { ...filter, [target]: id } }),
    getMany: async (resource, { ids }) => {
      const query = new URLSearchParams(ids.map((id) => ['ids[]', String(id)]))
      return { data: await call(`${resource}?${query}`) }
    },
    update: async (resource, { id, data }) => ({ data: await patch(resource, id, data) }),
    updateMany: async (resource, { ids, data }) => {
      await Promise.all(ids.map((id) => patch(resource, id, data)))
      return { data: ids }
    },
    delete: async (resource, { id, previousData }) => {
      await remove(resource, id)
      return { data: previousData ?? { id } } as never
    },
    deleteMany: async (resource, { ids }) => {
      await Promise.all(ids.map((id) => remove(resource, id)))
      return { data: ids }
    },
  }
}
