import { shorten } from '@mvc-router/router-core/tools'
import type { AdoptedUrl } from '../adopt/adopt-file.js'
import type { Finding } from './finding.js'
import { routeList } from '../route-parts.js'
import { shellWord } from '../terminal/shell-word.js'

/** @param isAsked true for `--hard-coded`: faults become errors, and adoptable URLs become warnings */
export function describeUrls(urls: readonly AdoptedUrl[], isAsked: boolean): Finding[] {
  return urls.flatMap((url): Finding[] => {
    const { class: name, text, link, reason = 'no line answers it', candidates = [] } = url
    const { file, line, column, lineText } = url
    const place = { file, line, column, lineText }
    const shown = shorten(text.replaceAll(/\s+/g, ' '), 60)
    if (name === 'adoptable' && isAsked) {
      const hint = `mvc-router adopt --write ${shellWord(file)}`
      const message = `${shown} is written out; its action is ${link?.action ?? ''}`
      return [{ code: 'W_URL_WRITTEN_OUT', message, hint, severity: 'warning', ...place }]
    }
    if (name !== 'dead' && name !== 'wrong-method') return []
    const lines = routeList(candidates)
    const list = lines.length === 0 ? '' : `:\n${lines.join('\n')}`
    const code = name === 'dead' ? 'E_URL_DEAD' : 'E_URL_METHOD'
    const message = `${shown} leads nowhere: ${reason}${list}`
    return [{ code, message, severity: isAsked ? 'error' : 'warning', ...place }]
  })
}
