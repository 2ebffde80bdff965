import type { Route, Router } from '@mvc-router/router-core'
import type { TextOf } from '../routes/route-file-text.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import type { MiddlewareNames } from './middleware-names.js'
import type { SourcePlace, SourceText } from '../terminal/source-text.js'
import type { TemplateFinding } from './check-template.js'

/** The names of middleware that programs define. */
export class KnownMiddleware {
  /** With their places. */
  readonly names: Map<string, SourcePlace> = new Map()
  /** There may be more. */
  isOpen = false

  add(source: SourceText, { names, isOpen }: MiddlewareNames): void {
    for (const { name, offset } of names) this.names.set(name, source.place(offset))
    this.isOpen ||= isOpen
  }
}

/** Names behind `use=` that nothing defines, and names that no line uses. */
export async function checkMiddleware(
  router: Router,
  { names, isOpen }: KnownMiddleware,
  textOf: TextOf,
): Promise<{ errors: TemplateFinding[]; warnings: TemplateFinding[] }> {
  const used = new Map<string, Route>()
  for (const route of router.routes)
    for (const name of route.middleware) if (!used.has(name)) used.set(name, route)
  const errors: TemplateFinding[] = []
  const warnings: TemplateFinding[] = []
  if (names.size === 0 && !isOpen) return { errors, warnings }
  for (const [name, route] of used) {
    if (isOpen || names.has(name)) continue
    const hint = didYouMean(name, [...names.keys()])
    const message = `No middleware is called "${name}"`
    errors.push({ code: 'E_MIDDLEWARE_UNKNOWN', message, ...hint, ...(await placeOf(name, route, textOf)) })
  }
  for (const [name, place] of names)
    if (!used.has(name) && router.routes.length > 0)
      warnings.push({
        code: 'W_MIDDLEWARE_UNUSED',
        message: `No line uses the middleware "${name}"`,
        ...place,
      })
  return { errors, warnings }
}

/** Where the name is: in the line of modifiers above the route, else at the route, whose include has them. */
async function placeOf(name: string, { file, line }: Route, textOf: TextOf): Promise<SourcePlace> {
  const lines = ((await textOf(file)) ?? '').replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let index = line - 2; index >= 0 && /^\s*(?:\+|#|$)/.test(lines[index] ?? ''); index--) {
    const lineText = lines[index] ?? ''
    const offset = nameOffset(name, lineText)
    if (offset !== undefined) return { file, line: index + 1, column: offset + 1, lineText }
  }
  return { file, line, column: 1, lineText: lines[line - 1] ?? '' }
}

/** Where a line of modifiers has the name behind `use=`. */
function nameOffset(name: string, lineText: string): number | undefined {
  const [modifiers = ''] = lineText.split(/\s#/, 1)
  if (!/^\s*\+/.test(modifiers)) return undefined
  for (const { index, 0: word } of modifiers.matchAll(/(?<=[\s+])use=\S*/g)) {
    let offset = index + 'use='.length
    for (const used of word.slice('use='.length).split(',')) {
      if (used === name) return offset
      offset += used.length + 1
    }
  }
  return undefined
}
