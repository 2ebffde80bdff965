import { relative } from 'node:path'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import { folder, isProduction } from './settings.js'

export const extension = 'eta'

const views = `${folder}views`
const eta = new Eta({ views, cache: isProduction, plugins: [routePlugin()] }) // <% route "noteController.list" %>

export async function renderFile(file: string, model: object): Promise<string> {
  return eta.renderAsync(relative(views, file), model)
}
