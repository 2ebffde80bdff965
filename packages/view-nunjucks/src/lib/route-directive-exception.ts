import { locateError } from '@mvc-router/router-core/templates'

/**
 * An error of a `route` tag with its true position, in the form of nunjucks' own template errors. Nunjucks calls
 * `Update` with the name of each template that the error passes, and does not change a `lineno` that is set. Lines that
 * nunjucks itself adds count from 0 at run time and from 1 at compile time.
 */
export class RouteDirectiveException extends Error {
  override name = 'Template render error'
  /** The error of the router, with its `code`. */
  override readonly cause: unknown
  /** From 1. */
  readonly lineno: number
  /** The column of the word `route`, from 1. */
  readonly colno: number
  #positionIsTold = false

  constructor(cause: unknown, lineno: number, colno: number) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause))
    this.cause = cause
    this.lineno = lineno
    this.colno = colno
    locateError(cause, { line: lineno, column: colno })
  }

  /** Nunjucks requires this name. It may call `Update` twice for one template. */
  Update(path?: string): void {
    const template = `(${path ?? 'unknown path'})`
    if (this.message.startsWith(template)) return
    this.#nameTemplate(path)
    const position = this.#positionIsTold ? '' : ` [Line ${this.lineno}, Column ${this.colno}]`
    this.message = `${template}${position}\n  ${this.message}`
    this.#positionIsTold = true
    const frames = this.stack?.match(/^ {4}at /m)
    this.stack = `${this.name}: ${this.message}\n${frames ? this.stack?.slice(frames.index) : ''}`
  }

  /** Keeps the first name: the template, or a template that extends it. Nunjucks does not distinguish these two. */
  #nameTemplate(path: string | undefined): void {
    const { cause } = this
    if (path === undefined || !(cause instanceof Error) || !Object.isExtensible(cause)) return
    const located = cause as Error & { template?: string | undefined }
    located.template ??= path
  }
}
