import { afterAll, describe, test } from '@jest/globals'
import { restCases, runCase } from './fixture-cases.js'
import { createFixtureServer } from './fixture-servers.js'
import { type RunningServer, start } from './http-client.js'

const shared = new Map<string, Promise<RunningServer>>()

afterAll(async () => {
  for (const server of shared.values()) await (await server).close()
})

describe('the cases of fixtures/rest.json', () => {
  for (const restCase of restCases()) {
    const { id, note, setup } = restCase
    test(`${id}: ${note}`, async () => {
      if (!setup.reset) {
        const server = shared.get(setup.server) ?? start(await createFixtureServer(setup.server))
        shared.set(setup.server, server)
        await runCase(restCase, await server)
        return
      }
      const server = await start(await createFixtureServer(setup.server))
      try {
        await runCase(restCase, server)
      } finally {
        await server.close()
      }
    })
  }
})
