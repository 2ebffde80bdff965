import { shorten } from '@mvc-router/router-core/tools'
import type { AdoptedUrl } from '../adopt/adopt-file.js'
import type { TemplateFinding } from './check-template.js'
import { routeList } from '../route-parts.js'
import { shellWord } from '../terminal/shell-word.js'

export interface UrlFindings {
  readonly errors: readonly TemplateFinding[]
  readonly warnings: readonly TemplateFinding[]
}

/** @param isAsked true for `--hard-coded`: faults become errors, and adoptable URLs become warnings */
export function describeUrls(urls: readonly AdoptedUrl[], isAsked: boolean): UrlFindings {
  const faults = urls
    .filter(({ class: name }) => name === 'dead' || name === 'wrong-method')
    .map(describeFault)
  const adoptable = urls.filter(({ class: name }) => name === 'adoptable').map(describeAdoptable)
  return isAsked ? { errors: faults, warnings: adoptable } : { errors: [], warnings: faults }
}

function describeFault(url: AdoptedUrl): TemplateFinding {
  const { class: name, text, reason = 'no line answers it', candidates = [] } = url
  const lines = routeList(candidates)
  const list = lines.length === 0 ? '' : `:\n${lines.join('\n')}`
  const code = name === 'dead' ? 'E_URL_DEAD' : 'E_URL_METHOD'
  return { code, message: `${oneLine(text)} leads nowhere: ${reason}${list}`, ...placeOf(url) }
}

function describeAdoptable(url: AdoptedUrl): TemplateFinding {
  const hint = `mvc-router adopt --write ${shellWord(url.file)}`
  const message = `${oneLine(url.text)} is written out; its action is ${url.link?.action ?? ''}`
  return { code: 'W_URL_WRITTEN_OUT', message, hint, ...placeOf(url) }
}

function placeOf({ file, line, column, lineText }: AdoptedUrl): Omit<TemplateFinding, 'code' | 'message'> {
  return { file, line, column, lineText }
}

function oneLine(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' '), 60)
}
