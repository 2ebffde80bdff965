import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

export const requests = 1000
const connections = 16

export interface Operation {
  readonly method?: string
  readonly path: string
  readonly accept?: string
  readonly body?: string
}
export const agent = new Agent({ keepAlive: true, maxSockets: connections })

export interface MeasuredServer {
  readonly process: ChildProcess
  readonly port: number
}

/** Runs a server program of this folder in a process of its own. */
export async function start(program: string, ...parameters: readonly string[]): Promise<MeasuredServer> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...parameters])
  const [port] = (await once(child, 'message')) as [number]
  return { process: child, port }
}

export async function send(
  port: number,
  { method = 'GET', path, accept: type = 'application/json', body: text }: Operation,
): Promise<string> {
  const headers = {
    accept: type,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  }
  const call = request({ port, host: '127.0.0.1', agent, method, path, headers })
  call.end(text)
  const [response] = await once(call, 'response')
  let answer = ''
  for await (const chunk of response.setEncoding('utf8')) answer += chunk
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path} was answered with ${response.statusCode}: ${answer}`)
  return answer
}

export async function load(port: number, operation: () => Operation, count: number): Promise<void> {
  let left = count
  const worker = async (): Promise<void> => {
    while (left-- > 0) await send(port, operation())
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

export async function cpuPerRequest(
  { process: child, port }: MeasuredServer,
  operation: () => Operation,
): Promise<number> {
  child.send('start')
  await load(port, operation, requests)
  child.send('stop')
  const [microseconds] = (await once(child, 'message')) as [number]
  return microseconds / requests
}
