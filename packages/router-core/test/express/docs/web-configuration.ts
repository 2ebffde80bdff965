import { RouterConfigurationSupport, type InterceptorRegistry } from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import { securityInterceptor } from './secured.js'
import { UserController } from './user-controller.js'

export class WebConfiguration extends RouterConfigurationSupport<Express> {
  listRouteFiles(): string[] {
    return ['routes.conf']
  }

  override controllers() {
    return [UserController]
  }

  override routerOptions() {
    return { methodOverride: 'post' } as const
  }

  override addInterceptors(registry: InterceptorRegistry): void {
    registry.addInterceptor(securityInterceptor)
    registry
      .addInterceptor({
        postHandle: (_request, _response, _handler, modelAndView) =>
          void modelAndView?.addObject('section', 'users'),
      })
      .addPathPatterns('/users/**')
      .excludePathPatterns('/users/ping')
  }

  override configureApplication(app: Express): void {
    app.set('view engine', 'ejs')
    app.use(express.urlencoded({ extended: false }))
  }
}
