import { renameSync, rmSync, symlinkSync, writeFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { routeFileOf } from './route-file.js'

/** Every fifth version is bad: broken, half-written, emptied, deleted, in turn. */
export function badnessOf(version) {
  if (version % 5 !== 0) return undefined
  return ['broken', 'half-written', 'emptied', 'deleted'][(version / 5) % 4]
}

/** Half-written ones are completed; the others must never be seen in an answer. */
export function mayServe(version) {
  const badness = badnessOf(version)
  return badness === undefined || badness === 'half-written'
}

/** Saves the version as one of the programs does that save files, or fails at it. */
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
  // As mounted configurations change: a link is swapped.
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

/** Cut anywhere, and as often after a whole line: what is there by then is a valid file, only shorter. */
function writeInPieces(path, text) {
  const file = openSync(path, 'w')
  const anywhere = Math.floor(Math.random() * text.length)
  const cut = Math.random() < 0.5 ? anywhere : text.lastIndexOf('\n', anywhere) + 1
  writeSync(file, text.slice(0, cut))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  writeSync(file, text.slice(cut))
  closeSync(file)
}
