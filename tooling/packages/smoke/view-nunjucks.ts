import { Router } from '@mvc-router/router-core'
import { RouteDirective } from '@mvc-router/view-nunjucks'

const router = Router.parse('GET /user/{id} userController.showUser')
export const directive: RouteDirective = new RouteDirective({ router, onError: () => '#' })
