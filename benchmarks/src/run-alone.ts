import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a script in a new process, and parses the JSON that it prints. */
export function runAlone(script: URL, args: readonly string[]): unknown {
  const output = execFileSync(process.execPath, ['--expose-gc', fileURLToPath(script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return JSON.parse(output)
}

/**
 * Runs a script `repeats` times with each list of arguments. The lists take turns, so other work of the machine slows
 * all of them equally.
 */
export function repeatAlone<Result>(
  script: URL,
  calls: readonly (readonly string[])[],
  repeats: number,
): Result[][] {
  const results = calls.map((): Result[] => [])
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [index, args] of calls.entries()) results[index]?.push(runAlone(script, args) as Result)
  }
  return results
}
