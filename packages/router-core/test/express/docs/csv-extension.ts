import type { MappingExtension } from '@mvc-router/router-core/express'

/** Writes tables of values as CSV, and answers a RangeError with 416. */
export const csvExtension: MappingExtension = {
  name: 'csv',
  writeResult({ request, response }, result) {
    if (!Array.isArray(result) || request.headers.accept !== 'text/csv') return false
    response.setHeader('Content-Type', 'text/csv; charset=utf-8')
    response.end(result.map((row) => JSON.stringify(Object.values(row as object)).slice(1, -1)).join('\r\n'))
    return true
  },
  answerException({ response }, error) {
    if (!(error instanceof RangeError) || response.headersSent) return false
    response.statusCode = 416
    response.end()
    return true
  },
}
