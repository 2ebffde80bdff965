import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { linkToPages } from '../link-to-pages.js'
import { pages, pathOf, sections } from '../pages.js'

const root = new URL('../../', import.meta.url)
const project = readJson('tooling/documents/project.json')
const description =
  'A readable route file for requests and links: a link that cannot work is an error, never a 404.'

/** Pages lie outside of this folder, where no Vue is installed. */
const vueOfThisFolder = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId(name, importer, options) {
    if (!/^vue(?:\/|$)/.test(name) || !importer?.endsWith('.md')) return null
    if (options.ssr) return { id: name, external: true }
    return this.resolve(name, fileURLToPath(import.meta.url), { ...options, skipSelf: true })
  },
}

export default defineConfig({
  title: 'mvc-router',
  description,
  lang: 'en',
  srcDir: '..',
  outDir: './dist',
  cacheDir: './node_modules/.vitepress',
  rewrites: Object.fromEntries([
    ['site/index.md', 'index.md'],
    ...pages.map(({ file, path }) => [file, path]),
  ]),
  // Pages of the repository for the people who change it.
  srcExclude: [
    '{ARCHITECTURE,CODE_OF_CONDUCT,CONTRIBUTING,README}.md',
    'docs/README.md',
    '{benchmarks,decisions,editors,examples,fixtures,tooling}/**',
    'packages/link-conformance/**',
    'packages/*/{src,test}/**',
  ],
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: [{ ...readJson('editors/vscode/syntaxes/mvc-routes.tmLanguage.json'), name: 'routes' }],
    languageAlias: { answers: 'http' },
    anchor: { slugify },
    toc: { slugify },
    config(markdown) {
      markdown.use(linkToPages, project)
      markdown.core.ruler.push('highlight-blocks', highlightBlocks)
      markdown.core.ruler.push('names-of-files', markFileNames)
      markdown.core.ruler.push('headers-of-tables', emptyHeaders)
      // Braces of templates are no expressions of Vue.
      markdown.core.ruler.push('code-as-it-is', keepCode)
    },
  },
  themeConfig: {
    project: {
      ...project,
      registryNotice: { ...project.registryNotice, target: `/${addressOf(project.registryNotice.page)}` },
    },
    // More entries would not fit on a tablet.
    nav: [
      ...sections.slice(0, 6).map(entryOf),
      { text: 'More', activeMatch: '^/(?:messages|compared)/', items: sections.slice(6).map(entryOf) },
    ],
    notFound: {
      title: 'There is no page at this address',
      quote: 'The search at the top finds every page.',
      linkText: 'To the first page',
      linkLabel: 'To the first page',
    },
    sidebar: Object.fromEntries(
      sections.map(({ folder, groups }) => [
        `/${folder}/`,
        groups.map((group) => ({
          text: group.title,
          items: group.pages.map(([file, text]) => ({
            text,
            link: `/${pages.find((page) => page.file === file).path}`,
          })),
        })),
      ]),
    ),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    socialLinks: [{ icon: 'github', link: project.repository }],
    footer: { message: 'MIT license' },
  },
  vite: {
    publicDir: fileURLToPath(new URL('site/public', root)),
    // Vite would look for it where the pages are.
    ssr: { external: ['vue', 'vue/server-renderer'] },
    server: { fs: { allow: [fileURLToPath(root)] } },
    plugins: [vueOfThisFolder, llmstxt({ title: 'mvc-router', description })],
    build: { chunkSizeWarningLimit: 2000 },
  },
})

function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'))
}

function addressOf(file) {
  return pathOf(file).replace('.md', '.html')
}

/** The entry of a section in the navigation. */
function entryOf({ title, folder }) {
  return { text: title, link: `/${firstOf(folder)}`, activeMatch: `^/${folder}/` }
}

function firstOf(folder) {
  return pages.find(({ path }) => path.startsWith(`${folder}/`)).path
}

/** The fragment of a heading as GitHub makes it, so that a link works in both places. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Blocks of code without a language that begin as a route file does. The output of a program has no colours. */
function highlightBlocks({ tokens }) {
  for (const token of tokens)
    if (token.info === 'console') token.info = 'txt'
    else if (
      token.type === 'fence' &&
      token.info === '' &&
      /^(?:#.*\n|\+.*\n|\n)*(?:[A-Z|]+(?:\([\w,]*\))?|\*|->) +\S/.test(token.content)
    )
      token.info = 'routes'
}

function keepCode({ tokens }) {
  for (const { children } of tokens)
    for (const child of children ?? []) if (child.type === 'code_inline') child.attrSet('v-pre', '')
}

/** A paragraph that is the name of a file, above its text. */
function markFileNames({ tokens }) {
  for (const [index, token] of tokens.entries()) {
    const [inline, , next] = tokens.slice(index + 1, index + 4)
    const isName = token.type === 'paragraph_open' && inline.children.length === 1
    if (isName && inline.children[0].type === 'code_inline' && next?.type === 'fence')
      token.attrJoin('class', 'file-name')
  }
}

/** A header without words is a cell. */
function emptyHeaders({ tokens }) {
  for (const [index, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[index + 1].content === '') {
      token.tag = 'td'
      tokens[index + 2].tag = 'td'
    }
}

/** Pages that explain come before those that list everything. Runs in the browser, alone. */
function boostDocument(address) {
  if (/^\/(?:reference|tools\/commands)/.test(address)) return 0.3
  return /^\/(?:rest\/rules|tools\/mvc-router)/.test(address) ? 0.6 : 1
}
