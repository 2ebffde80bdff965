import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { isProduction } from './settings.js'

export const extension = 'ejs'

const ejs = routeEngine({ router: Router, options: { cache: isProduction } }) // <route:link action="noteController.list">

export async function renderFile(file: string, model: object): Promise<string> {
  return ejs.renderFile(file, model)
}
