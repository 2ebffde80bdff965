import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** An application in another process, as `npm start` runs it. */
export interface RunningApplication {
  /** `http://localhost:49152` */
  readonly origin: string
  readonly stop: () => Promise<void>
}

/** @param folder which has bin/www */
export async function startApplication(folder: string): Promise<RunningApplication> {
  const server = spawn(process.execPath, ['bin/www'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', NODE_ENV: 'production' },
    // The session complains that its store is for development only.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(server, 'exit')
  const [chunk]: unknown[] = await Promise.race([once(server.stdout, 'data'), exit])
  const origin = /http:\/\/localhost:\d+/.exec(String(chunk))?.[0]
  if (origin === undefined) throw new Error(`${folder} ended instead of listening`)
  // Reads and ignores the log of requests, which would otherwise fill the pipe.
  server.stdout.resume()
  const stop = async (): Promise<void> => {
    server.kill()
    await exit
  }
  return { origin, stop }
}
