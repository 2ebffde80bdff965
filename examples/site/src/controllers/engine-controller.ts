import { Controller, Params, pathVariable, redirect, type Redirect } from '@mvc-router/router-core/express'
import { visitor, type Visitor } from '../visitor.js'

/** Chooses the template engine that writes the pages. */
@Controller()
export class EngineController {
  @Params(visitor(), pathVariable('engine'))
  choose(user: Visitor, engine: string): Redirect {
    user.chooseEngine(engine)
    return redirect('catalogueController.home')
  }
}
