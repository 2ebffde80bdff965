import { Router } from '@mvc-router/router-core'
import { registerRoute, routeHelpers } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'

const router = Router.parse('GET /user/{id} userController.showUser')
registerRoute(Handlebars, router)
Handlebars.registerHelper(routeHelpers(router))
