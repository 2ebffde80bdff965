import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { html, type Html } from './html.js'

/** Links a place to the developer's editor. `file` is absolute, or relative to the folder of the mapping. */
export type PlaceLink = (file: string, line: number, column?: number) => Html

/** @param editor a URL with `{file}`, and optionally `{line}` and `{column}` */
export function createPlaceLink(cwd: string, editor: string): PlaceLink {
  return (file, line, column = 1) => {
    const path = resolve(cwd, file)
    const below = relative(cwd, path)
    const name = below.startsWith('..') ? file : below.replaceAll('\\', '/')
    const text = `${name}:${line}${column > 1 ? `:${column}` : ''}`
    // Lines that a function returns are not on disk.
    if (line < 1 || !existsSync(path)) return html`${text}`
    const url = editor
      .replaceAll('{file}', () => toUrlPath(path))
      .replaceAll('{line}', String(line))
      .replaceAll('{column}', String(column))
    return html`<a href="${url}">${text}</a>`
  }
}

function toUrlPath(path: string): string {
  const slashed = path.replaceAll('\\', '/')
  return encodeURI(slashed.startsWith('/') ? slashed : `/${slashed}`).replaceAll(/[?#]/g, encodeURIComponent)
}
