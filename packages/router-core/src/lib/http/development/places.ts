import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { html, type Html } from './html.js'
import type { ErrorPlace } from './error-place.js'

/** Places in files as links that open the developer's editor. */
export class Places {
  readonly #cwd: string
  readonly #editor: string | undefined

  /**
   * @param cwd the folder in which relative names of files start
   * @param editor a URL with `{file}`, and optionally `{line}` and `{column}`; if undefined, places are text
   */
  constructor(cwd: string, editor: string | undefined) {
    this.#cwd = cwd
    this.#editor = editor
  }

  /** @param file absolute, or relative to `cwd` */
  link(file: string, line: number, column = 1): Html {
    const text = `${this.shown(file)}:${line}${column > 1 ? `:${column}` : ''}`
    const url = this.url({ file, line, column })
    return url === undefined ? html`${text}` : html`<a href="${url}">${text}</a>`
  }

  /** Undefined for lines that are not on disk, such as those of a function. */
  url({ file, line, column }: ErrorPlace): string | undefined {
    const path = resolve(this.#cwd, file)
    if (this.#editor === undefined || line < 1 || !existsSync(path)) return undefined
    const slashed = path.replaceAll('\\', '/')
    const encoded = encodeURI(slashed.startsWith('/') ? slashed : `/${slashed}`).replaceAll(
      /[?#]/g,
      encodeURIComponent,
    )
    return this.#editor
      .replaceAll('{file}', () => encoded)
      .replaceAll('{line}', String(line))
      .replaceAll('{column}', String(column))
  }

  /** The name of a file. It is relative if the file is below `cwd`. */
  shown(file: string): string {
    const path = relative(this.#cwd, resolve(this.#cwd, file))
    return path.startsWith('..') ? file : path.replaceAll('\\', '/')
  }
}
