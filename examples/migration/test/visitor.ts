import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface VisitorRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly fields?: Readonly<Record<string, string>>
  /** The name of the field that is a file. */
  readonly file?: string | undefined
}

/** The parts of an answer that a visitor can see, without times and without the random text of a cookie. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends requests with the last received cookie, like a browser. Does not follow redirections. */
export class Visitor {
  readonly #origin: string
  #cookie = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async ask({ method, path, fields, file }: VisitorRequest): Promise<Answer> {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: this.#cookie === '' ? {} : { cookie: this.#cookie },
      ...(fields === undefined ? {} : { body: formOf(fields, file) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? ''
    // The ETag of a file contains the time of its last change.
    const unseen = response.headers.has('last-modified') ? ['date', 'last-modified', 'etag'] : ['date']
    const shown = [...response.headers]
      .filter(([name]) => !unseen.includes(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[^;]*/, '=…') : value] as const)
    return { status: response.status, headers: Object.fromEntries(shown), body: await response.text() }
  }
}

function formOf(
  fields: Readonly<Record<string, string>>,
  file: string | undefined,
): FormData | URLSearchParams {
  if (file === undefined) return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(file, new File(['a file'], 'a b&c.png', { type: 'image/png' }))
  return form
}

/**
 * Returns the requests that a page offers by its links, images, scripts, styles and forms.
 *
 * @param valueOf the text that the visitor writes into a field
 */
export function offersOf(page: string, valueOf: (name: string) => string): VisitorRequest[] {
  const offers: VisitorRequest[] = []
  const visit = (node: Node): void => {
    if ('attrs' in node) offers.push(...offersOfElement(node, valueOf))
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child)
  }
  visit(parse(page))
  return offers.filter(({ path }) => /^\/(?!\/)/.test(path)).map((offer) => withoutFragment(offer))
}

function offersOfElement(element: Element, valueOf: (name: string) => string): VisitorRequest[] {
  const { tagName } = element
  if (tagName === 'form') return [formRequest(element, valueOf)]
  const url = attribute(element, 'href') ?? attribute(element, 'src')
  const posted = attribute(element, 'data-url')
  return [
    ...(url === undefined ? [] : [{ method: 'GET', path: url }]),
    ...(posted === undefined ? [] : [{ method: 'POST', path: posted }]),
  ]
}

function formRequest(form: Element, valueOf: (name: string) => string): VisitorRequest {
  const fields: Record<string, string> = {}
  let file: string | undefined
  const visit = (node: Node): void => {
    const name = 'attrs' in node ? attribute(node, 'name') : undefined
    if (name !== undefined && 'attrs' in node) {
      if (attribute(node, 'type') === 'file') file = name
      else fields[name] = attribute(node, 'value') || valueOf(name)
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child)
  }
  visit(form)
  const path = attribute(form, 'action') ?? ''
  return attribute(form, 'method') === 'post'
    ? { method: 'POST', path, fields, file }
    : { method: 'GET', path: `${path}?${new URLSearchParams(fields)}` }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}

function withoutFragment(request: VisitorRequest): VisitorRequest {
  return { ...request, path: request.path.split('#')[0] ?? '' }
}
