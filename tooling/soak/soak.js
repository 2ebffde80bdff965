// Serves 200 routes under load while their file changes every 25 ms. Every fifth version is bad. Reports wrong answers
// and growing memory: npm run soak -- --seconds 60
// A long run at a fixed rate can find a leak: npm run soak -- --seconds 3600 --rate 5000 --connections 64
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { routeCount } from './route-file.js'
import { mayServe, saveVersion } from './save-version.js'

const options = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '0' },
    connections: { type: 'string', default: '8' },
    interval: { type: 'string', default: '25' },
  },
}).values
const seconds = Number(options.seconds)
/** Milliseconds between two versions of the file. */
const interval = Number(options.interval)
/**
 * Milliseconds between two samples. Samples are rare, because each sample collects all garbage, which stops the server.
 */
const sampleInterval = Math.max(1000, (seconds * 1000) / 240)
/** The allowed growth in bytes, files and handles. It is larger than the usual difference between two samples. */
const allowedGrowth = { heapUsed: 4 * 2 ** 20, files: 2, handles: 2 }
/** The allowed growth of the resident memory in bytes in ten minutes. A shorter run does not check it. */
const allowedSlope = 2 ** 20
const slopeSeconds = 600

const folder = mkdtempSync(join(tmpdir(), 'mvc-router-soak-'))
try {
  process.exitCode = (await soak()) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

async function soak() {
  let version = 1
  saveVersion(folder, version)
  const server = start('soak-server.js', [folder], ['--expose-gc'])
  const [{ port }] = await once(server, 'message')
  const load = start('soak-load.js', [String(port), options.connections, options.rate])

  const samples = []
  const end = performance.now() + seconds * 1000
  let nextSample = performance.now() + sampleInterval
  for (let due = performance.now(); due < end; due += interval) {
    await sleep(Math.max(1, due - performance.now()))
    saveVersion(folder, ++version)
    if (performance.now() > nextSample) {
      samples.push({ time: performance.now(), ...(await ask(server, 'measure')) })
      nextSample += sampleInterval
    }
  }
  do saveVersion(folder, ++version)
  while (!mayServe(version))
  await sleep(1000)
  const result = await ask(load, 'stop')
  const last = await ask(server, 'measure')
  server.send('stop')
  const hasEnded = await Promise.race([once(server, 'exit').then(() => true), sleep(5000).then(() => false)])
  if (!hasEnded) server.kill()
  return report({ version, samples, result, last, hasEnded })
}

function start(name, args, execArgv = []) {
  return fork(fileURLToPath(new URL(name, import.meta.url)), args, { execArgv })
}

async function ask(process, question) {
  process.send(question)
  const [answer] = await once(process, 'message')
  return answer
}

function report({ version, samples, result, last, hasEnded }) {
  const { answers, wrongCount, wrong, versions, lastVersion, latencies } = result
  const [median, p99, max] = latencies.map((latency) => `${latency.toFixed(1)} ms`)
  const heap = growthOf(samples, 'heapUsed')
  const files = growthOf(samples, 'files')
  const handles = growthOf(samples, 'handles')
  const slope = slopeOf(samples, 'rss') * slopeSeconds * 1000
  console.log(
    `${routeCount} routes, ${version} versions of the file in ${seconds} s, one every ${interval} ms, every fifth bad`,
  )
  console.log(`reloads: ${last.reloads}, refused: ${last.refused}, versions seen in answers: ${versions}`)
  console.log(`answers: ${answers} (${Math.round(answers / seconds)} a second), wrong: ${wrongCount}`)
  console.log(
    `latency: median ${median}, 99% ${p99}, longest ${max} (up to 5 ms of it is the action's own pause)`,
  )
  console.log(
    `heap: ${toMegabytes(heap.first)} at first, ${toMegabytes(heap.last)} at last; resident ${toMegabytes(last.rss)}`,
  )
  console.log(
    seconds < slopeSeconds
      ? `resident memory: its growth is measured only in runs of at least ${slopeSeconds} s`
      : `resident memory: grows by ${toMegabytes(slope)} per ten minutes, without the first quarter of the run`,
  )
  console.log(
    `open files: ${files.first} at first, ${files.last} at last; handles: ${handles.first}, ${handles.last}`,
  )
  for (const line of wrong) console.log(`  ${line}`)

  const faults = [
    wrongCount > 0 && 'there were wrong answers',
    last.unhandled > 0 && 'there were unhandled rejections',
    lastVersion !== version &&
      `the last version is ${version}, but the last answers had version ${lastVersion}`,
    last.reloads < (seconds * 1000) / interval / 10 && 'there were hardly any reloads',
    heap.last - heap.first > allowedGrowth.heapUsed && 'the heap grew',
    seconds >= slopeSeconds && slope > allowedSlope && 'the resident memory grew',
    files.last - files.first > allowedGrowth.files && 'the number of open files grew',
    handles.last - handles.first > allowedGrowth.handles && 'the number of handles grew',
    !hasEnded && 'the server did not end by itself after close()',
  ].filter(Boolean)
  for (const fault of faults) console.log(`FAILED: ${fault}`)
  return faults.length === 0
}

/** The medians of the second and the last quarter. The first quarter does not count, because the compiler warms up. */
function growthOf(samples, name) {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  return {
    first: medianOf(samples.slice(quarter, quarter * 2).map((sample) => sample[name])),
    last: medianOf(samples.slice(-quarter).map((sample) => sample[name])),
  }
}

/** The growth per millisecond: the median of the slopes between all pairs of samples. Outliers hardly change it. */
function slopeOf(samples, name) {
  const settled = samples.slice(Math.floor(samples.length / 4))
  const slopes = settled.flatMap((early, index) =>
    settled.slice(index + 1).map((late) => (late[name] - early[name]) / (late.time - early.time)),
  )
  return medianOf(slopes)
}

function medianOf(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function toMegabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
