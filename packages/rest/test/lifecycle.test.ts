import { expect, test } from '@jest/globals'
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJsonMapper, defineEntity } from '@mvc-router/rest'

// The output cases of the area lifecycle in fixtures/bad-inputs.json.

test('lifecycle-005: a value deeper than 200 levels is refused before the stack overflows', () => {
  const Node = defineEntity({ name: 'Node', key: { id: 'integer' }, fields: { extra: 'json?' } })
  let deep: object = {}
  for (let depth = 0; depth < 100_000; depth++) deep = { deep }
  const write = (): string => createJsonMapper().stringify(Node.create({ id: 1, extra: deep }))
  expect(() => new AsyncLocalStorage().run({}, write)).toThrow('deeper than 200 levels')
})

test('lifecycle-009: only the last line in the log of a killed process may be incomplete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-log-'))
  const file = join(folder, 'client.log')
  const program = `
    import { PinoLogStrategy } from '@mvc-router/rest'
    import { pino } from 'pino'
    const strategy = new PinoLogStrategy(pino(pino.destination(${JSON.stringify(file)})))
    const log = (id) => {
      strategy.log({ level: 'warn', message: 'x'.repeat(1000) + id, time: new Date(), browser: 'test' })
      if (id === 2000) console.log('running')
      setImmediate(log, id + 1)
    }
    log(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(process.cwd(), 'packages/rest'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await rm(folder, { recursive: true })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(0, -1)) expect(JSON.parse(line)).toMatchObject({ level: 40 })
})
