import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'
import { folder, isProduction } from './settings.js'

export const extension = 'njk'

const environment = nunjucks.configure(`${folder}views`, { autoescape: true, noCache: !isProduction })
environment.addExtension('RouteDirective', new RouteDirective()) // {% route "noteController.list" %}

export async function renderFile(file: string, model: object): Promise<string> {
  return environment.render(file, model)
}
