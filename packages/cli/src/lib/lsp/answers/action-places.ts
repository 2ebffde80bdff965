import type { LinkAction } from '../../engines/template-link.js'
import { spanOf, type NamedSpan, type SourceText, type Span } from '../../terminal/source-text.js'
import type { ProjectTable } from '../../routes/project-table.js'
import type { ProjectState } from '../project.js'

export interface FilePlace extends Span {
  readonly path: string
  readonly source: SourceText
}

interface ActionPlace extends FilePlace {
  /** `text` is a quoted name that is possibly no link. */
  readonly role: 'route' | 'redirect' | 'link' | 'text'
}

/** Returns the places that name an action: route lines, links, and quoted texts such as `'a.b'`, `'a.b(id:5)'`. */
export function placesOfAction({ table, files }: ProjectState, action: string): ActionPlace[] {
  const places: ActionPlace[] = []
  for (const document of table.documents.values())
    for (const entry of document.entries) {
      const span = document.actionOf(entry)
      if (span?.name !== action || entry.type !== 'route') continue
      const role = entry.target.type === 'action' ? 'route' : 'redirect'
      places.push({ ...placeIn(document, span), role })
    }
  for (const file of files) {
    if (!file.mentions(action)) continue
    const names = file.links.flatMap(({ actions }) => actions).map(nameOfLink)
    const links = names.filter(({ name }) => isSameAction(name, action, table))
    const starts = new Set(links.map(({ start }) => start))
    const texts = quotedNames(file.source.text, action).filter(({ start }) => !starts.has(start))
    places.push(...links.map((span) => ({ ...placeIn(file, span), role: 'link' as const })))
    places.push(...texts.map((span) => ({ ...placeIn(file, span), role: 'text' as const })))
  }
  return places
}

/** @param file a template, a program or a route file */
export function placeIn({ path, source }: Omit<FilePlace, keyof Span>, { start, end }: Span): FilePlace {
  return { path, source, start, end }
}

/** Returns the name in a link without blanks and arguments: `a.b` for `" a.b(id:'5')"`. */
export function nameOfLink({ text, offset }: LinkAction): NamedSpan {
  const [written = ''] = text.split('(', 1)
  const name = written.trim()
  return spanOf(name, offset + written.indexOf(name))
}

/** True if a link with this name leads to the action. Only `controllerNames: 'any'` allows a name in another case. */
export function isSameAction(written: string, action: string, table: ProjectTable): boolean {
  if (written === action) return true
  if (written.toLowerCase() !== action.toLowerCase()) return false
  return table.routesOf(written).some((route) => route.action === action)
}

/** Returns the places of a quoted name, with or without arguments: `'a.b'`, `'a.b(id:5)'`. */
export function quotedNames(text: string, name: string): Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    const end = start + name.length
    const before = text.charAt(start - 1)
    const isQuoted = before !== '' && `"'\``.includes(before)
    if (isQuoted && (text.charAt(end) === before || text.charAt(end) === '(')) spans.push({ start, end })
  }
  return spans
}
