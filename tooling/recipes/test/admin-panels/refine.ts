import type { DataProvider } from '@refinedev/core'
import simpleRestProvider, { axiosInstance as http } from '@refinedev/simple-rest'

export function refineProvider(url: string): DataProvider {
  const provider = simpleRestProvider(url, http)
  return {
    ...provider,
    getList: async ({ resource, pagination, sorters = [], filters = [] }) => {
      const { currentPage = 1, pageSize = 10, mode } = pagination ?? {}
      const query = new URLSearchParams(
        mode === 'off' ? { page: 'no' } : { page: `${currentPage}`, size: `${pageSize}` },
      )
      const sort = sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field))
      if (sort.length > 0) query.set('sort', sort.join())
      for (const filter of filters) {
        if (!('field' in filter)) throw new Error(`"${filter.operator}" of filters is not supported`)
        const operator = filter.operator.replace('startswith', 'startsWith')
        query.set(operator === 'eq' ? filter.field : `${filter.field}[${operator}]`, String(filter.value))
      }
      const { data } = await http.get(`${url}/${resource}?${query}`)
      return mode === 'off' ? { data, total: data.length } : { data: data.content, total: data.totalElements }
    },
    update: ({ meta, ...params }) => {
      const headers = { 'Content-Type': 'application/merge-patch+json' }
      return provider.update({ ...params, meta: { ...meta, headers: { ...headers, ...meta?.['headers'] } } })
    },
    getMany: async ({ resource, ids }) => {
      const query = new URLSearchParams(ids.map((id) => ['ids[]', String(id)]))
      return { data: (await http.get(`${url}/${resource}?${query}`)).data }
    },
  }
}
