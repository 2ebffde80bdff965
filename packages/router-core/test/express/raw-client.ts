import { connect, type Socket } from 'node:net'

/** Sends raw requests over a connection, and connects again if the server closes it. Answers must have no body. */
export class RawClient {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /**
   * Returns the head of the answer.
   *
   * @param line `GET /a HTTP/1.1`; each character is sent as one byte
   */
  ask(line: string, host = 'a'): Promise<string> {
    const socket = (this.#socket ??= this.#connect())
    return new Promise((resolve) => {
      let text = ''
      const finish = (): void => {
        socket.removeAllListeners('data').removeAllListeners('close')
        resolve(text)
      }
      socket.on('data', (chunk) => {
        text += String(chunk)
        if (text.includes('\r\n\r\n')) finish()
      })
      socket.on('close', () => {
        this.#socket = undefined
        finish()
      })
      socket.write(`${line}\r\nHost: ${host}\r\n\r\n`, 'latin1')
    })
  }

  #connect(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1').setNoDelay()
    return socket.on('error', () => undefined)
  }

  close(): void {
    this.#socket?.destroy()
  }
}
