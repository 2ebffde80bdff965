import { Router } from '@mvc-router/router-core'
import { routeTag } from '@mvc-router/view-liquid'
import { Liquid } from 'liquidjs'

const router = Router.parse('GET /user/{id} userController.showUser')
export const liquid = new Liquid()
liquid.plugin(routeTag({ router }))
