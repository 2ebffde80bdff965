import { Router } from '@mvc-router/router-core'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'

const router = Router.parse('GET /user/{id} userController.showUser')
export const eta = new Eta({ views: 'views', plugins: [routePlugin({ router })] })
