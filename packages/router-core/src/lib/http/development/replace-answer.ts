import type { ServerResponse } from 'node:http'
import type { DevelopmentPage } from './development-page.js'
import { isObject } from '../../is-object.js'

/** The answer that the application is about to send. */
export interface PlannedAnswer {
  readonly status: number
  readonly contentType: string
}

/**
 * If `choose` returns a page, sends it instead of the application's answer. `choose` runs once, just before the head is
 * sent, so it sees the result of the last error handler.
 */
export function replaceAnswer(
  response: ServerResponse,
  choose: (planned: PlannedAnswer) => DevelopmentPage | undefined,
): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with the response
  const { writeHead, write, end } = response
  let isDecided = false
  let page: DevelopmentPage | undefined
  const decide = (status: number, headers?: unknown): void => {
    if (isDecided || response.headersSent) return
    isDecided = true
    const contentType = contentTypeIn(headers) ?? String(response.getHeader('Content-Type') ?? '')
    page = choose({ status, contentType })
    if (page !== undefined) setHead(response, page)
  }

  response.writeHead = function (this: ServerResponse, ...args: unknown[]): ServerResponse {
    decide(Number(args[0]), args.at(-1))
    return Reflect.apply(writeHead, this, page === undefined ? args : [page.status]) as ServerResponse
  }

  response.write = function (this: ServerResponse, ...args: unknown[]): boolean {
    decide(this.statusCode)
    if (page === undefined) return Reflect.apply(write, this, args) as boolean
    const callback = args.at(-1)
    if (typeof callback === 'function') process.nextTick(callback)
    return true
  } as typeof write

  response.end = function (this: ServerResponse, ...args: unknown[]): ServerResponse {
    decide(this.statusCode)
    if (page === undefined || this.writableEnded) return Reflect.apply(end, this, args) as ServerResponse
    const { body } = page
    // On HTTP/2, `end` calls `write`.
    page = undefined
    const callbacks = args.filter((value) => typeof value === 'function')
    return Reflect.apply(end, this, [body, ...callbacks]) as ServerResponse
  } as typeof end
}

/** Removes headers that describe the application's answer, and headers that let another origin read this page. */
function setHead(response: ServerResponse, { status, headers, body }: DevelopmentPage): void {
  for (const name of response.getHeaderNames())
    if (
      /^(?:content-|access-control-)|^(?:etag|last-modified|accept-ranges|transfer-encoding|location)$/.test(
        name,
      )
    )
      response.removeHeader(name)
  if (response.statusCode !== status) {
    response.statusCode = status
    // The message belongs to the earlier status.
    response.statusMessage = ''
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Content-Length', Buffer.byteLength(body))
}

function contentTypeIn(headers: unknown): string | undefined {
  if (!isObject(headers) || Array.isArray(headers)) return undefined
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type')
  return name === undefined ? undefined : String((headers as Record<string, unknown>)[name])
}

export function sendPage(response: ServerResponse, page: DevelopmentPage): void {
  setHead(response, page)
  response.end(page.body)
}
