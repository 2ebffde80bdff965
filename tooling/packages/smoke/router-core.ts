import { Router, type ActionDefinition, type Reverser, type RouterOptions } from '@mvc-router/router-core'
import {
  Controller,
  createApplication,
  methodNotAllowed,
  Params,
  pathVariable,
  requestParam,
  RouterConfigurationSupport,
  RouterHandlerMapping,
  RouterModelAttribute,
  view,
  type HandlerInterceptor,
  type ModelAndView,
} from '@mvc-router/router-core/express'
import { linkTo, type Link } from '@mvc-router/router-core/hypermedia'
import express, { type Express, type Request, type Response } from 'express'

const options: RouterOptions = { basePath: '/shop', allowedHosts: ['example.org'] }
const router = Router.parse('GET /user/{id} userController.showUser', options)
const definition: ActionDefinition = router.reverse('userController.showUser', { id: 42 })
const reverser: Reverser = router.forRequest({ mountPath: '/shop', host: 'example.org' })
export const url: string = definition.add('tab', 'posts').absolute('https://example.org').url
export const self: Link = linkTo('userController.showUser', router).slash(42).withSelfRel()
export const id: string | undefined = router.match({ method: 'GET', path: '/user/42' })?.args['id']

const userController = {
  showUser: (request: Request, response: Response): void => {
    response.send(reverser.reverse('userController.showUser', { id: request.params['id'] }).url)
  },
}

@Controller()
class PageController {
  @Params(pathVariable('id', Number), requestParam('hash'))
  show(pageId: number, hash: string | undefined): ModelAndView {
    return view('page', { pageId: pageId.toFixed(), hash: hash?.toUpperCase() })
  }
}

const interceptor: HandlerInterceptor = { preHandle: (request) => request.path !== '/closed' }
const mapping = new RouterHandlerMapping({
  routeFiles: ['routes.conf'],
  controllers: { userController, pageController: new PageController() },
  interceptors: [interceptor],
})

class WebConfiguration extends RouterConfigurationSupport<Express> {
  listRouteFiles(): string[] {
    return ['routes.conf']
  }

  override configureApplication(application: Express): void {
    application.use(express.json())
  }
}

export async function start(): Promise<Express> {
  await mapping.load()
  const app: Express = express()
  app.use(new RouterModelAttribute({ mapping, attributeName: 'route' }).middleware)
  app.use('/shop', mapping.middleware, methodNotAllowed())
  app.use(await createApplication(new WebConfiguration()))
  return app
}
