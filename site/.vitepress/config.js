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

/** Finds Vue in this folder, because the pages are in other folders, which have no Vue. */
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
  // The site leaves out pages for people who change the project.
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
      // Vue must not evaluate the braces of templates in code.
      markdown.core.ruler.push('code-as-it-is', keepCode)
    },
  },
  themeConfig: {
    project: {
      ...project,
      registryNotice: { ...project.registryNotice, target: `/${addressOf(project.registryNotice.page)}` },
    },
    // Only six sections fit on a tablet. A menu has the other sections.
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
    // Vite would search for Vue in the folders of the pages.
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

/** Returns the fragment of a heading. GitHub makes the same fragment, so a link works in both places. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Highlights a block without a language as a route file if it begins like one. Does not highlight program output. */
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

/** Marks a paragraph that is the name of a file before the text of the file. */
function markFileNames({ tokens }) {
  for (const [index, token] of tokens.entries()) {
    const [inline, , next] = tokens.slice(index + 1, index + 4)
    const isName = token.type === 'paragraph_open' && inline.children.length === 1
    if (isName && inline.children[0].type === 'code_inline' && next?.type === 'fence')
      token.attrJoin('class', 'file-name')
  }
}

/** Turns an empty header of a table into a cell, because screen readers would read an empty header. */
function emptyHeaders({ tokens }) {
  for (const [index, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[index + 1].content === '') {
      token.tag = 'td'
      tokens[index + 2].tag = 'td'
    }
}

/** Ranks pages that explain before pages that list everything. The browser gets only the text of this function. */
function boostDocument(address) {
  if (/^\/(?:reference|tools\/commands)/.test(address)) return 0.3
  return /^\/(?:rest\/rules|tools\/mvc-router)/.test(address) ? 0.6 : 1
}
