import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export interface RunningStarter {
  /** The origin, such as `http://localhost:3000`. */
  readonly url: string
  /** Returns the output up to now. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** Starts a command of an application, such as `['npm', 'start']`, on a free port, and waits until it answers. */
export async function serveStarter(
  cwd: string,
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<RunningStarter> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(program, args, { cwd, env: { ...env, PORT: String(port) }, detached: true })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => void (output += String(text)))
  const stop = async (): Promise<void> => stopGroup(server)
  try {
    await answers(url, server)
  } catch (error) {
    await stop()
    throw new Error(`${url} does not answer:\n${output}`, { cause: error })
  }
  return { url, output: () => output, stop }
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 200_000
  for (;;) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** npm starts the server in another process, so the signal goes to the process group. */
async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  process.kill(-server.pid, 'SIGTERM')
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
