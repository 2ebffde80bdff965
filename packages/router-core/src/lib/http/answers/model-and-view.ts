import { checkOptions } from '../../check-options.js'
import { wrongOption } from '../../exceptions.js'
import { checkStatus } from './response-status.js'

/** A view to render, with its model. Interceptors may add to the model before the view is rendered. */
export class ModelAndView {
  /** `postHandle` of an interceptor may choose another view. */
  view: string
  /** A copy, so the caller's object never changes. */
  readonly model: Record<string, unknown>
  readonly status: number | undefined

  constructor(
    viewName: string,
    modelObject: object = {},
    options: { readonly status?: number | undefined } = {},
  ) {
    checkOptions('view', options, { status: true })
    checkStatus('view', options.status)
    if (typeof viewName !== 'string' || viewName === '')
      throw wrongOption('view', 'expected the name of a view')
    this.view = viewName
    this.model = { ...modelObject }
    this.status = options.status
  }

  /** `addObject('user', user)` adds a value to the model. */
  addObject(name: string, value: unknown): this {
    this.model[name] = value
    return this
  }
}

/** Short for `new ModelAndView(name, model)`. */
export function view(
  name: string,
  modelObject?: object,
  options?: { readonly status?: number | undefined },
): ModelAndView {
  return new ModelAndView(name, modelObject, options)
}
