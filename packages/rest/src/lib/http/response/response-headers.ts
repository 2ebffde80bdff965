import type { ServerResponse } from 'node:http'
import vary from 'vary'

/** Header values by name; a list is written as several headers. */
export type ResponseHeaders = Readonly<Record<string, string | number | readonly string[]>>

/** Sets headers; `Vary` is added to what is there. */
export function writeHeaders(response: ServerResponse, headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    const written = typeof value === 'object' ? [...value] : String(value)
    if (name.toLowerCase() === 'vary') vary(response, written)
    else response.setHeader(name, written)
  }
}
