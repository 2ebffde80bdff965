import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { createRouteComponents } from '@mvc-router/view-jsx'
import express, { type Request, type Response } from 'express'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Suspense, use } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'

const { Link } = createRouteComponents({ jsx, router: Router })

/** A streamed page. The second link is rendered after the first link was sent. */
function UserPage({ id }: { readonly id: number }): React.ReactElement {
  const first = jsx(Link, { action: 'userController.showUser', params: { id } })
  const later = jsx(Later, { id: id + 1, waiting: setTimeout(Math.random() * 10) })
  return jsx('main', {
    children: [jsx('p', { children: first }, 'first'), jsx(Suspense, { children: later }, 'later')],
  })
}

function Later({
  id,
  waiting,
}: {
  readonly id: number
  readonly waiting: Promise<void>
}): React.ReactElement {
  use(waiting)
  return jsx(Link, { action: 'userController.showUser', params: { id } })
}

test('pages that are streamed at the same time have links with their own mount paths', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'view-jsx-'))
  writeFileSync(join(folder, 'routes.conf'), 'GET /user/{id} userController.showUser')
  const userController = {
    showUser: (req: Request, res: Response) => {
      renderToPipeableStream(jsx(UserPage, { id: Number(req.params['id']) })).pipe(res)
    },
  }
  const mapping = new RouterHandlerMapping({
    routeFiles: ['routes.conf'],
    controllers: { userController },
    cwd: folder,
  })
  await mapping.load()
  Router.use(mapping)
  const site = express.Router().use(new RouterModelAttribute({ mapping }).middleware).use(mapping.middleware)
  const server = express().use('/a', site).use('/b', site).listen(0)
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const requests = Array.from({ length: 100 }, async (_, n) => {
      const mountPath = n % 2 === 0 ? '/a' : '/b'
      const page = await (await fetch(`${origin}${mountPath}/user/${n}`)).text()
      const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect(links).toEqual([`${mountPath}/user/${n}`, `${mountPath}/user/${n + 1}`])
    })
    await Promise.all(requests)
  } finally {
    server.close()
    Router.use(undefined)
    rmSync(folder, { recursive: true })
  }
})
