import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * A client that is faster than every server, because it only looks for the end of an answer. It keeps its connections
 * alive. A connection has one request at a time.
 */
export class HttpClient {
  readonly #sockets: Socket[] = []

  static async connect(port: number, connections: number): Promise<HttpClient> {
    const client = new HttpClient()
    for (let count = 0; count < connections; count++) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      client.#sockets.push(socket.setEncoding('latin1'))
    }
    return client
  }

  /**
   * Sends `count` requests, in turn. Meanwhile, this process never sleeps. Otherwise the server would spend a
   * microsecond or more to wake it, and a slow server would do so more often.
   */
  async load(requests: readonly string[], count: number): Promise<void> {
    let sent = 0
    const next = (): string | undefined => (sent < count ? requests[sent++ % requests.length] : undefined)
    let isLoading = true
    const stayAwake = (): void => {
      if (isLoading) setImmediate(stayAwake)
    }
    stayAwake()
    try {
      await Promise.all(this.#sockets.map((socket) => exchange(socket, next)))
    } finally {
      isLoading = false
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

export interface HttpRequest {
  readonly method?: string
  readonly path: string
  /** The `Accept` header. The default is the header that a browser sends for a page. */
  readonly accept?: string
  /** A JSON text. */
  readonly body?: string
}

const pageTypes =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

/** A request with the headers that a browser sends, because a server takes time to parse them. */
export function toRequestText({ method = 'GET', path, accept = pageTypes, body }: HttpRequest): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost:3000',
    'Connection: keep-alive',
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    ...(method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body ?? '')}`]),
    'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"',
    'sec-ch-ua-mobile: ?0',
    'sec-ch-ua-platform: "Linux"',
    'Upgrade-Insecure-Requests: 1',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    `Accept: ${accept}`,
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-Dest: document',
    'Referer: http://localhost:3000/',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
    'Cookie: session=b3f1c0a27d5e4f6a9c8b7d6e5f4a3b2c; theme=dark',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Sends the requests of `next`, each after the answer to the last one. */
function exchange(socket: Socket, next: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const send = (): void => {
      const request = next()
      if (request !== undefined) {
        socket.write(request)
        return
      }
      socket.off('data', receive).off('error', reject).off('close', fail)
      resolve()
    }
    const receive = (chunk: string | Buffer): void => {
      text += String(chunk)
      if (!isComplete(text)) return
      if (!text.startsWith('HTTP/1.1 2')) throw new Error(`Not answered: ${text}`)
      text = ''
      send()
    }
    const fail = (): void => reject(new Error('The server has closed the connection'))
    socket.on('data', receive).on('error', reject).on('close', fail)
    if (socket.destroyed) fail()
    else send()
  })
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${text}`)
  return text.length >= end + 4 + Number(length)
}
