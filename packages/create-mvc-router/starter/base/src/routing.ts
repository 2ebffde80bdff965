import type { MvcRouterOptions } from '@mvc-router/router-core/express' //? ts
import { RestModule } from '@mvc-router/rest' //? rest
import { noteController } from './controllers/note-controller.js'
import { pageController } from './controllers/page-controller.js'
import { NoteApi } from './note-api.js' //? rest
import { noteRepository } from './notes.js' //? rest
import { folder, isProduction } from './settings.js'

/** The route file, and the controllers that its lines name. */
export const routing: MvcRouterOptions = {
  routeFiles: 'routes.conf',
  cwd: folder,
  controllers: { pageController, noteController }, //? !rest
  controllers: { pageController, noteController, noteApi: new NoteApi(noteRepository) }, //? rest
  extensions: [new RestModule({ documents: { title: 'starter-name', version: '0.1.0' } })], //? rest
  methodOverride: 'post', // lets forms send DELETE
  autoReloadEnabled: !isProduction,
}
