import { Router } from '@mvc-router/router-core'
import { createApplication, type RouterHandlerMapping } from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import { SiteConfiguration, type SiteOptions } from './site-configuration.js'

export type { SiteOptions }

export interface Site {
  readonly app: Express
  readonly mapping: RouterHandlerMapping
}

/** The whole site as an Express application, with its route files loaded. */
export async function createSite(options: SiteOptions = {}): Promise<Site> {
  const app = await createApplication(new SiteConfiguration(options), { express })
  const mapping = app.get('routerHandlerMapping') as RouterHandlerMapping
  Router.use(mapping) // whom the views ask for links
  return { app, mapping }
}
