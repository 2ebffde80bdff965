import { workerData, type MessagePort } from 'node:worker_threads'
import { runCommand } from '../dist/lib/commands/run-command.js'
import type { BinRequest, BinResult } from './run-bin.js'

// With its cache, `tsx` would leave files in the temporary folder.
process.env['TSX_DISABLE_CACHE'] = '1'

// The thread of `runBin` runs commands one after the other, each with a terminal that collects the output.
const port = workerData as MessagePort

port.on('message', ({ args, cwd, signal }: BinRequest) => {
  const print: string[] = []
  const complain: string[] = []
  const terminal = {
    print: (text: string) => void print.push(`${text}\n`),
    complain: (text: string) => void complain.push(`${text}\n`),
    columns: 80,
    paint: (_style: string, text: string) => text,
    cwd,
  }
  const answer = (message: BinResult | { error: string }): void => {
    port.postMessage(message)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
  }
  runCommand(args, terminal).then(
    (status) => answer({ stdout: print.join(''), stderr: complain.join(''), status }),
    (error: unknown) =>
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
