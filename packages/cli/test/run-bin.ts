import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** What the real command prints, and how it ends. */
export interface BinResult {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

const bin = resolve('packages/cli/dist/bin.js')

/** Runs `mvc-router` as a shell would. */
export function runBin(args: readonly string[], cwd = '.', env: NodeJS.ProcessEnv = {}): BinResult {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [bin, ...args], {
    cwd: resolve(cwd),
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  })
  if (error !== undefined) throw error
  return { stdout, stderr, status }
}
