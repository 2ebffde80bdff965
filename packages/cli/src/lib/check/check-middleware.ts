import type { Route, Router } from '@mvc-router/router-core'
import type { LinesOf } from '../routes/route-file-lines.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import type { ProjectFile } from '../programs/project-file.js'
import type { SourcePlace } from '../terminal/source-text.js'
import type { TemplateFinding } from './check-template.js'

/** Finds names after `use=` that no program defines, and defined names that no line uses. */
export async function checkMiddleware(
  router: Router,
  files: readonly ProjectFile[],
  linesOf: LinesOf,
): Promise<{ errors: TemplateFinding[]; warnings: TemplateFinding[] }> {
  const places = new Map<string, SourcePlace>()
  for (const { middleware, source } of files)
    for (const { name, offset } of middleware.names) places.set(name, source.place(offset))
  // A program may define further names at run time.
  const isOpen = files.some(({ middleware }) => middleware.isOpen)
  const used = new Map<string, Route>()
  for (const route of router.routes)
    for (const name of route.middleware) if (!used.has(name)) used.set(name, route)
  const errors: TemplateFinding[] = []
  const warnings: TemplateFinding[] = []
  if (places.size === 0 && !isOpen) return { errors, warnings }
  for (const [name, route] of used) {
    if (isOpen || places.has(name)) continue
    const hint = didYouMean(name, [...places.keys()])
    const message = `No middleware is called "${name}"`
    errors.push({ code: 'E_MIDDLEWARE_UNKNOWN', message, ...hint, ...(await placeOf(name, route, linesOf)) })
  }
  for (const [name, place] of places)
    if (!used.has(name) && router.routes.length > 0)
      warnings.push({
        code: 'W_MIDDLEWARE_UNUSED',
        message: `No line uses the middleware "${name}"`,
        ...place,
      })
  return { errors, warnings }
}

/** The place of the name in the modifiers above the route, else the route itself: its include has the modifiers. */
async function placeOf(name: string, { file, line }: Route, linesOf: LinesOf): Promise<SourcePlace> {
  const lines = await linesOf(file)
  for (let index = line - 2; index >= 0 && /^\s*(?:\+|#|$)/.test(lines[index] ?? ''); index--) {
    const lineText = lines[index] ?? ''
    const offset = nameOffset(name, lineText)
    if (offset !== undefined) return { file, line: index + 1, column: offset + 1, lineText }
  }
  return { file, line, column: 1, lineText: lines[line - 1] ?? '' }
}

/** The offset of a name after `use=` in a line of modifiers. */
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
