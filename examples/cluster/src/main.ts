import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { startGaleraCluster, startPostgresCluster } from './start-cluster.js'

// Starts a cluster: node dist/main.js [galera|postgres]. It reads lines such as "kill 1" and "repair 1".
const [kind = 'galera'] = process.argv.slice(2)
const starts = new Map([
  ['galera', startGaleraCluster],
  ['postgres', startPostgresCluster],
])
const start = starts.get(kind)
if (start === undefined) {
  console.error(`There is no cluster "${kind}"; there are ${Array.from(starts.keys()).join(', ')}`)
  process.exit(1)
}

console.log('Starting three API processes and their databases; this takes up to a minute')
const cluster = await start()
for (const [index, origin] of cluster.origins.entries()) console.log(`API ${index + 1}: ${origin}/events`)
for (const [index, address] of cluster.addresses.entries()) console.log(`Database ${index + 1}: ${address}`)
console.log('"kill 1" kills database 1, "repair 1" brings it back, Ctrl-C ends all')

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void obey(line))
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(lines, 'close')])
lines.close()
await cluster.stop()

async function obey(line: string): Promise<void> {
  const [, verb, number] = /^(kill|repair) ([1-3])$/.exec(line.trim()) ?? []
  if (verb === undefined) return console.log('"kill 1" or "repair 1"')
  try {
    const index = Number(number) - 1
    await (verb === 'kill' ? cluster.breakNode(index) : cluster.repairNode(index))
    console.log(`Done: ${line.trim()}`)
  } catch (error) {
    console.log(`Not done: ${String(error)}`)
  }
}
