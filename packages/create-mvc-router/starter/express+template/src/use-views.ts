import type { Express } from 'express' //? ts
import { folder } from './settings.js'
import { extension, renderFile } from './views.js'

/** Lets response.render('home') find the template in views. */
export function useViews(app: Express): void {
  app.set('views', `${folder}views`)
  app.set('view engine', extension)
  app.engine(extension, (file, model, done) => {
    renderFile(file, model).then((html) => done(null, html), done)
  })
}
