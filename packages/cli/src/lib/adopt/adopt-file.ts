import type { SourcePlace, SourceText } from '../terminal/source-text.js'
import { applyEdits, type TextEdit } from '@mvc-router/import/script'
import type { ClassifiedUrl, UrlClassifier } from './url-classifier.js'
import { isWritable, type FoundUrls } from '../engines/written-url.js'

export interface AdoptedUrl extends ClassifiedUrl, SourcePlace {
  readonly text: string
  readonly replacement?: string
}

/** The reason of URLs whose links the engine cannot compile. */
export const refusedLink = 'its engine would refuse the link'

/** Classifies the URLs of a file. Returns edits that make them links, if `isReadable` accepts the new text. */
export function adoptFile(
  source: SourceText,
  { urls, prepare }: FoundUrls,
  classifier: UrlClassifier,
  isReadable: (text: string) => boolean,
): { readonly urls: readonly AdoptedUrl[]; readonly edits: readonly TextEdit[] } {
  const edits: TextEdit[] = []
  const adopted = urls.map((url): AdoptedUrl => {
    const place = { ...source.place(url.offset), text: source.text.slice(url.offset, url.end) }
    const classified = classifier.classify(url)
    const { link } = classified
    if (link === undefined) return { ...classified, ...place }
    const isComplete = [...link.args.values()].flat().every(isWritable)
    const replacement = isComplete ? url.write(link) : undefined
    if (replacement === undefined) {
      const reason = 'the template has no way to write its arguments'
      return { class: 'unknown', reason, candidates: classified.candidates ?? [], ...place }
    }
    edits.push({ start: url.offset, end: url.end, text: replacement })
    return { ...classified, ...place, replacement }
  })
  if (edits.length === 0) return { urls: adopted, edits }
  const prepared = [...(prepare?.() ?? []), ...edits]
  if (isReadable(applyEdits(source.text, prepared))) return { urls: adopted, edits: prepared }
  return { urls: adopted.map(withoutLink), edits: [] }
}

function withoutLink(url: AdoptedUrl): AdoptedUrl {
  if (url.link === undefined) return url
  const { file, line, column, lineText, text } = url
  return { class: 'unknown', reason: refusedLink, file, line, column, lineText, text }
}
