import { Router } from '@mvc-router/router-core'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import express from 'express'

const text = 'GET /user/{<[0-9]+>id} userController.showUser'
assert.equal(Router.parse(text).reverse('userController.showUser', { id: 42 }).url, '/user/42')

const userController = { showUser: (request, response) => response.send(`User ${request.params.id}`) }
const mapping = new RouterHandlerMapping({ routeFiles: [() => text], controllers: { userController } })
await mapping.load()
const server = express().use(mapping.middleware).listen(0)
await once(server, 'listening')
const answer = await fetch(`http://localhost:${server.address().port}/user/42`)
assert.equal(await answer.text(), 'User 42')
server.close()
server.closeAllConnections()
