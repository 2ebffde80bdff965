import { routeHelpers } from '@mvc-router/view-handlebars'
import { create } from 'express-handlebars'
import { folder, isProduction } from './settings.js'

export const extension = 'hbs'

const handlebars = create({
  extname: extension,
  partialsDir: `${folder}views`,
  defaultLayout: false, // a page begins with {{#> layout}}
  helpers: routeHelpers(), // {{route "noteController.list"}}
})

export async function renderFile(file: string, model: object): Promise<string> {
  return handlebars.renderView(file, { ...model, cache: isProduction })
}
