import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pathOf } from './pages.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A plugin of markdown-it. A link to a file leads to the file's page. Without a page, it leads to the repository. */
export function linkToPages(markdown, { repository, branch }) {
  markdown.core.ruler.push('link-to-pages', ({ tokens, env }) => {
    const path = env?.realPath ?? env?.path
    // A text of the front matter has no file and no relative links.
    if (path === undefined) return
    const file = relative(root, path)
    for (const token of tokens)
      for (const child of token.children ?? []) {
        if (child.type !== 'link_open') continue
        child.attrSet('href', targetOf(child.attrGet('href'), file))
      }
  })

  function targetOf(href, file) {
    if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
    const [path, fragment] = href.split('#')
    const hash = fragment === undefined ? '' : `#${fragment}`
    const target = join(dirname(file), decodeURI(path)).replace(/\/$/, '')
    const page = pathOf(target) ?? pathOf(`${target}/README.md`)
    if (page !== undefined) return `/${page}${hash}`
    const kind =
      existsSync(join(root, target)) && statSync(join(root, target)).isDirectory() ? 'tree' : 'blob'
    return `${repository}/${kind}/${branch}/${target}${hash}`
  }
}
