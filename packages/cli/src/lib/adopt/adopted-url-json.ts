import type { Route } from '@mvc-router/router-core'
import type { AdoptedUrl } from './adopt-file.js'
import { urlClasses, type UrlClass } from './url-classifier.js'
import { sourceOf, staticTextOf, type UrlPiece } from '../engines/written-url.js'

/** Describes a written URL for `--json`. Each argument is a text or an expression. */
export function adoptedUrlJson(url: AdoptedUrl): Readonly<Record<string, unknown>> {
  const { file, line, column, text, reason, link, replacement, candidates } = url
  const isChoice = url.class !== 'adoptable' && candidates !== undefined && candidates.length > 0
  return {
    file,
    line,
    column,
    text,
    class: url.class,
    reason,
    action: link?.action,
    args: link && Object.fromEntries(Array.from(link.args, ([name, pieces]) => [name, argumentText(pieces)])),
    replacement,
    candidates: isChoice ? candidates.map(candidateJson) : undefined,
  }
}

export function countClasses(urls: readonly AdoptedUrl[]): Record<UrlClass, number> {
  const counts = Object.fromEntries(urlClasses.map((name) => [name, 0])) as Record<UrlClass, number>
  for (const url of urls) counts[url.class]++
  return counts
}

function argumentText(pieces: readonly UrlPiece[]): string {
  const [first, ...more] = pieces
  const text = staticTextOf(pieces)
  if (text !== undefined) return text
  return first?.type === 'hole' && more.length === 0 ? first.expression : sourceOf(pieces)
}

function candidateJson({ method, path, action, file, line }: Route): Readonly<Record<string, unknown>> {
  return { method, path, action, file, line }
}
