import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The measured versions of Node. The same code may be fast on an old version and slow on a new one. */
export const nodeMajors: readonly number[] = [20, 24]

/**
 * Finds the program of a version of Node: the program of this process if it has this version, the path in a variable
 * like `BENCH_NODE_24`, or the program in the npm package of Node's binaries.
 *
 * @throws when there is no such program
 */
export function findNode(major: number): string {
  if (majorOf(process.versions.node) === major) return process.execPath
  const variable = `BENCH_NODE_${major}`
  const named = process.env[variable]
  try {
    const path = named ?? cachedByNpm(major)
    const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    if (majorOf(version) !== major) throw new Error(`${path} is Node ${version}`)
    return path
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    throw new Error(`There is no Node ${major}: set ${variable} to the path of one (${reason})`, {
      cause: error,
    })
  }
}

function cachedByNpm(major: number): string {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}@${major}`
  return execFileSync('npm', ['exec', '--yes', `--package=${name}`, '--', 'node', '-p', 'process.execPath'], {
    // In the folder of the workspace, npm would use the workspace's versions.
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}
