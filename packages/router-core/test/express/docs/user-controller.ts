import {
  Controller,
  converters,
  ModelAttribute,
  Params,
  pathVariable,
  redirect,
  requestParam,
  ResponseStatus,
  view,
  type ModelAndView,
  type Redirect,
} from '@mvc-router/router-core/express'
import type { Request, Response } from 'express'
import { Secured } from './secured.js'

@Controller() // named userController; @Controller('people') names it otherwise
export class UserController {
  readonly #users = new Map([[1, 'Ada']])

  @ModelAttribute()
  menu(): string[] {
    return ['Users', 'Books']
  }

  @Params(requestParam('page', converters.integer, { defaultValue: 1 }))
  listAll(page: number): ModelAndView {
    return view('users', { page, users: [...this.#users.values()] })
  }

  @Params(pathVariable('id', Number))
  showUser(id: number): { id: number; name: string | undefined } {
    return { id, name: this.#users.get(id) }
  }

  @Secured('ROLE_ADMIN')
  @Params(requestParam('name', { required: true }))
  createUser(name: string): Redirect {
    const id = this.#users.size + 1
    this.#users.set(id, name)
    return redirect('userController.showUser', { id })
  }

  @ResponseStatus(202)
  @Params(pathVariable('id', Number))
  async remind(_id: number): Promise<void> {}

  ping(_request: Request, response: Response): void {
    response.send('pong')
  }
}
