import { useData, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import './style.css'

/** Shows the notice of tooling/documents/project.json until the packages are published. */
function RegistryNotice() {
  const { theme, page } = useData()
  const { isPublished, registryNotice } = theme.value.project
  const isWhereOneInstalls = page.value.relativePath.startsWith('start/')
  if (isPublished || !isWhereOneInstalls) return null
  const { text, link, target } = registryNotice
  return h('aside', { class: 'notice', 'aria-label': 'Installation' }, [
    `${text} `,
    h('a', { href: withBase(target) }, link),
    '.',
  ])
}

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-before': () => h(RegistryNotice),
      'home-hero-after': () => h(RegistryNotice),
    }),
}
