import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Asked before anything is pinned: a pinned process sees one core only. */
const cores = availableParallelism()

/** Keeps a process, with all its threads, on one core. Where there is no `taskset`, or one core only, it stays free. */
export function pin(pid: number | undefined, core: number): boolean {
  if (pid === undefined || cores < 2) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
