import { renameSync, rmSync, symlinkSync, writeFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { routeFileOf } from './route-file.js'

/** Every fifth version is bad. It is in turn broken, half-written, emptied or deleted. */
export function badnessOf(version) {
  if (version % 5 !== 0) return undefined
  return ['broken', 'half-written', 'emptied', 'deleted'][(version / 5) % 4]
}

/**
 * True if an answer may have the version. A half-written file is completed, so it may be served. Other bad versions
 * must never be served.
 */
export function mayServe(version) {
  const badness = badnessOf(version)
  return badness === undefined || badness === 'half-written'
}

/** Saves a good version in one of the usual ways, or makes the file bad. */
export function saveVersion(folder, version) {
  const path = join(folder, 'routes.conf')
  const text = routeFileOf(version)
  switch (badnessOf(version)) {
    case 'broken':
      return replace(path, breakLine(text))
    case 'half-written':
      return writeInPieces(path, text)
    case 'emptied':
      return writeFileSync(path, '')
    case 'deleted':
      return rmSync(path, { force: true })
    default:
      return goodWays[version % goodWays.length](path, text, version)
  }
}

const goodWays = [
  replace,
  (path, text) => writeFileSync(path, text),
  // Replaces a symbolic link, as mounted configurations do.
  (path, text, version) => {
    writeFileSync(`${path}.${version % 2}`, text)
    rmSync(`${path}.link`, { force: true })
    symlinkSync(`routes.conf.${version % 2}`, `${path}.link`)
    renameSync(`${path}.link`, path)
  },
]

function replace(path, text) {
  writeFileSync(`${path}.next`, text)
  renameSync(`${path}.next`, path)
}

function breakLine(text) {
  const lines = text.split('\n')
  lines[Math.floor(Math.random() * lines.length)] = 'GET /broken/{id soakController.broken'
  return lines.join('\n')
}

/** Writes the text in two pieces. In half of the cases, the first piece ends after a line, so it is a valid file. */
function writeInPieces(path, text) {
  const file = openSync(path, 'w')
  const anywhere = Math.floor(Math.random() * text.length)
  const cut = Math.random() < 0.5 ? anywhere : text.lastIndexOf('\n', anywhere) + 1
  writeSync(file, text.slice(0, cut))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  writeSync(file, text.slice(cut))
  closeSync(file)
}
