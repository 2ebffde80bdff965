// Sends the requests and checks every answer, in a separate process.
import { connect } from 'node:net'
import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomIndex } from './route-file.js'
import { mayServe } from './save-version.js'

/** `rate` is the number of requests per second on all connections. With 0, requests are sent without pauses. */
const [port, connectionCount, rate] = process.argv.slice(2).map(Number)
/** The latencies in microseconds. */
const latencies = createHistogram()
const wrong = []
const versions = new Set()
let answers = 0
const stop = new AbortController()

process.once('message', () => stop.abort())
await Promise.all(Array.from({ length: connectionCount }, ask))
process.send({
  answers,
  wrongCount: wrong.length,
  wrong: wrong.slice(0, 5),
  versions: versions.size,
  lastVersion: Math.max(...versions),
  latencies: [50, 99, 100].map((part) => latencies.percentile(part) / 1000),
})
process.disconnect()

async function ask() {
  let connection = open()
  let lastVersion = 0
  let due = performance.now()
  while (!stop.signal.aborted) {
    const index = randomIndex()
    const id = String(Math.floor(Math.random() * 1e6))
    if (rate > 0) due = await waitUntil(due + (1000 * connectionCount) / rate)
    const start = performance.now()
    const { status, body } = await connection.get(`/stays/${index}/${id}`)
    latencies.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
    answers++
    const reason = findFault(status, body, index, id, lastVersion)
    if (status === 0) connection = open()
    if (reason !== undefined) {
      wrong.push(`GET /stays/${index}/${id}: ${reason}: ${status} ${body}`)
      continue
    }
    lastVersion = Number(JSON.parse(body).version)
    versions.add(lastVersion)
    if (answers % 10 === 0) await followLink(connection, JSON.parse(body))
  }
  connection.close()
}

/** Waits until the next request is due. After a delay, requests follow without pauses until the rate is right again. */
async function waitUntil(due) {
  const pause = due - performance.now()
  if (pause > 0) await sleep(pause)
  return due
}

function findFault(status, body, index, id, lastVersion) {
  if (status !== 200) return 'no answer of the action'
  const answer = JSON.parse(body)
  const version = Number(answer.version)
  if (answer.index !== index || answer.id !== id) return 'the answer of another route'
  if (!mayServe(version)) return 'a version that was bad on disk'
  if (version < lastVersion) return `older than version ${lastVersion}, which was served before`
  if (answer.link !== `/version/${version}/${index}/${id}`) return 'a link of another version'
  return undefined
}

/**
 * Follows a link. 404 is right, because the routes may have changed. Any other answer must come from the link's route.
 */
async function followLink(connection, { link, index, id }) {
  const { status, body } = await connection.get(link)
  answers++
  if (status === 404) return
  if (status !== 200 || body !== JSON.stringify({ index, id })) wrong.push(`GET ${link}: ${status} ${body}`)
}

/**
 * Opens a kept-alive connection for one request at a time. It needs far less CPU time than Node's client, so most of
 * the machine works for the server. If the connection breaks, the answer has the status 0.
 */
function open() {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
  let text = ''
  let give
  const fail = (error) => give?.({ status: 0, body: error?.message ?? 'the connection was closed' })
  socket.on('error', fail).on('close', () => fail())
  socket.on('data', (chunk) => {
    text += chunk
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/^content-length: (\d+)/im.exec(text)?.[1])
    const body = text.slice(headEnd + 4)
    if (body.length >= length) give?.({ status: Number(text.slice(9, 12)), body })
  })
  return {
    get(path) {
      return new Promise((resolve) => {
        text = ''
        give = resolve
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
      })
    },
    close: () => socket.destroy(),
  }
}
