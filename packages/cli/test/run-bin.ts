import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'

/** The output and the exit code of a command. */
export interface BinResult {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** The command that the worker runs. */
export interface BinRequest {
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal: Int32Array
}

/** The time limit of a command on a busy machine, in ms. The limit of Jest cannot end a synchronous call. */
const patience = 220_000

/** Runs `mvc-router` in a new process, as a shell does. */
export function spawnBin(args: readonly string[], cwd = '.'): BinResult {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    [resolve('packages/cli/bin/mvc-router.js'), ...args],
    { cwd: resolve(cwd), encoding: 'utf8', timeout: patience },
  )
  if (error !== undefined) throw error
  return { stdout, stderr, status }
}

let port: MessagePort | undefined

/** Runs `mvc-router` in a reused thread. This saves the half second of a new process. */
export function runBin(args: readonly string[], cwd = '.'): BinResult {
  port ??= startWorker()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  port.postMessage({ args, cwd: resolve(cwd), signal } satisfies BinRequest)
  if (Atomics.wait(signal, 0, 0, patience) === 'timed-out')
    throw new Error(`mvc-router ${args.join(' ')} does not end`)
  const answer = receiveMessageOnPort(port) as { message: BinResult | { error: string } }
  if ('error' in answer.message) throw new Error(answer.message.error)
  return answer.message
}

function startWorker(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('bin-worker.js', import.meta.url), {
    workerData: port2,
    transferList: [port2],
  })
  worker.unref()
  port1.unref()
  return port1
}
