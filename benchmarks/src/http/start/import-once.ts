import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

// Prints the CPU time of one import in milliseconds. With program arguments, it prints the time of the whole process.
// node import-once.js FILE-THAT-IMPORTS MODULE [ARGUMENT ...]
const [importer = '', name = '', ...args] = process.argv.slice(2)
const path = createRequire(importer).resolve(name)
const isProgram = args.length > 0
if (isProgram) {
  process.argv.splice(1, Infinity, path, ...args)
  // The output of the program must not mix with the result.
  process.stdout.write = (...given: unknown[]): boolean => {
    const written = given.at(-1)
    if (typeof written === 'function') written()
    return true
  }
}

process.on('exit', (code) => {
  if (code === 0) writeSync(1, String((isProgram ? cpuSince() : cpuOfImport) / 1000))
})
const before = process.cpuUsage()
await import(pathToFileURL(path).href)
const cpuOfImport = cpuSince(before)

/** CPU time in microseconds since `start`, or since the process began if `start` is left out. */
function cpuSince(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return user + system
}
