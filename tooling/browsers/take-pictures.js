// Takes the pictures of docs/pictures, in Chromium: node tooling/browsers/take-pictures.js [client.png ...]
//
// CHROMIUM is the path of Chromium; the default is /usr/bin/chromium.
// CODE_SERVER is the path of out/node/entry.js in the npm package code-server, which must support the running version
// of Node. Only editors.png needs code-server. It also needs the result of `npm run check:editors`.
import { createSite } from '@mvc-router/example-site'
// The index of link-conformance needs Jest, so this imports a single file.
import { startReadmeApplication } from '../../packages/link-conformance/dist/lib/start-readme-application.js'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { showEditor } from './show-editor.js'
import { showRouteFile } from './show-route-file.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const wanted = process.argv.slice(2)
/** Functions that end the programs of a picture. They are called after the picture is taken. */
const stopping = []

/** Functions by the name of the picture. Each function opens the content in a page. `site` is the bookshop's origin. */
const pictures = {
  'development-pages.png': async (page, site) => {
    const query = 'method=GET&path=/books/Poetry&action=bookController.show&args=genre%3Dpoetry%26slug%3Dsalt'
    await page.goto(`${site}/__routes?${query}`)
  },
  'client.png': async (page, site) => {
    await page.goto(`${site}/books/poetry/small-hours-large-rooms`)
    await page.locator('form[data-slug] button').first().click()
    await page.getByText('It is in your cart.').first().waitFor()
  },
  'check.png': async (page) => {
    const folder = mkdtempSync(join(root, 'tooling/browsers/picture-'))
    try {
      writeFilesOf('site/index.md', folder)
      const shown = ['routes.conf', 'views/users.njk'].flatMap((name) => [
        `$ cat ${name}`,
        readFileSync(join(folder, name), 'utf8'),
      ])
      const found = run(join(root, 'packages/cli/dist/bin.js'), ['check'], folder)
      await showText(page, [...shown, '$ npx mvc-router check', found.trimEnd()], 640)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  'diff.png': async (page) => {
    const folder = mkdtempSync(join(root, 'tooling/browsers/picture-'))
    try {
      writeFilesOf('docs/diff.md', folder)
      const diff = (...options) => {
        const words = ['diff', 'old.conf', 'routes.conf', ...options]
        return [`$ mvc-router ${words.join(' ')}`, run(join(root, 'packages/cli/dist/bin.js'), words, folder)]
      }
      await showText(page, [...diff(), ...diff('--redirects')])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  'route-file.png': (page) => showRouteFile(page, 'examples/site/routes.conf'),
  'types.png': async (page) => {
    const folder = mkdtempSync(join(root, 'examples/site/picture-'))
    try {
      const source = `import { Link } from '../src/jsx/route-components.js'

export const links = [
  <Link action="bookController.show" params={{ genre: 'poetry', slug: 'salt' }}>Salt</Link>,
  <Link action="bookController.show" params={{ genre: 'poetry' }}>Salt</Link>,
  <Link action="bookController.shwo" params={{ genre: 'poetry', slug: 'salt' }}>Salt</Link>,
]
`
      writeFileSync(join(folder, 'links.tsx'), source)
      const settings = {
        extends: '../tsconfig.json',
        compilerOptions: {
          noEmit: true,
          composite: false,
          incremental: false,
          rootDir: '..',
          emitDeclarationOnly: false,
        },
        include: ['links.tsx', '../src/routes.d.ts'],
        references: [],
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
      const tsc = createRequire(import.meta.url)
        .resolve('typescript/package.json')
        .replace('package.json', 'bin/tsc')
      await showText(page, [
        '// links.tsx',
        source,
        '$ tsc',
        run(tsc, ['--pretty', 'false', '-p', '.'], folder),
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  'localized-urls.png': async (page) => {
    mkdirSync('tooling/recipes/dist-test', { recursive: true })
    const { origin, stop } = await startReadmeApplication('tooling/recipes', 'docs/localized-urls.md')
    try {
      const shown = ['de', 'en'].map((locale) => {
        const path = `/${locale}/books/salt-ashes`
        return `<figure style="margin:0;flex:1"><figcaption style="padding:10px 16px;font:14px monospace;background:#e8e8e8;
          border-radius:8px 8px 0 0">${path}</figcaption><iframe src="${origin + path}" style="width:100%;height:190px;
          border:1px solid #ccc;box-sizing:border-box;background:#fff"></iframe></figure>`
      })
      await page.setViewportSize({ width: 1000, height: 264 })
      await page.goto(`${origin}/de/`)
      await page.setContent(
        `<body style="margin:0;padding:16px;display:flex;gap:16px;background:#fafafa">${shown.join('')}`,
      )
      for (const frame of page.frames().slice(1)) await frame.waitForSelector('h1')
    } finally {
      stopping.push(stop)
    }
  },
  'observability.png': async (page, site, log) => {
    log.length = 0
    for (const path of [
      '/',
      '/books/poetry/small-hours-large-rooms',
      '/books/poetry/?page=2',
      '/help/delivery',
      '/orders/4711',
      '/orders/4712',
      '/nowhere',
    ])
      await fetch(site + path)
    await showText(page, ['URL, and what a monitor groups by', '', ...log])
  },
}

const codeServer = process.env.CODE_SERVER
if (codeServer !== undefined)
  pictures['editors.png'] = async (page) => {
    const extension = readdirSync('editors/vscode').find((name) => name.endsWith('.vsix'))
    stopping.push(await showEditor(page, root, codeServer, join(root, 'editors/vscode', extension)))
  }

/** Writes the files that a document shows. A line is the name of a file, and the next block is its text. */
function writeFilesOf(document, folder) {
  for (const [, name, content] of readFileSync(document, 'utf8').matchAll(
    /^`([\w./]+)`\n\n```\w*\n([\s\S]*?)^```$/gm,
  )) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

function run(program, words, cwd) {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd, encoding: 'utf8' })
  return stdout + stderr
}

async function showText(page, lines, width = 1000) {
  const escaped = lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  await page.setContent(`<body style="margin:0;background:#1e1e1e"><pre style="margin:0;padding:16px;color:#ddd;
    font:14px/1.45 monospace;white-space:pre-wrap;overflow-wrap:anywhere">${escaped}</pre>`)
  const height = await page.evaluate(() => document.querySelector('pre').offsetHeight)
  await page.setViewportSize({ width, height })
}

const { server: shop, mapping } = await createSite()
const log = []
const recipes = createRequire(join(root, 'tooling/recipes/package.json'))
const morgan = recipes('morgan')
morgan.token('route', (request) => (request.route ? request.baseUrl + request.route.path : 'none'))
const logger = morgan(
  (tokens, request, response) =>
    [
      tokens.method(request, response).padEnd(4),
      tokens.url(request, response).padEnd(40),
      tokens.status(request, response),
      tokens.route(request, response),
    ].join('  '),
  { stream: { write: (line) => log.push(line.trimEnd()) } },
)
const server = recipes('express')()
  .use(logger, (request, response) => shop.emit('request', request, response))
  .listen(0)
await once(server, 'listening')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const [file, open] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(file)) continue
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 } })
    await open(page, `http://localhost:${server.address().port}`, log)
    await page.screenshot({ path: join(root, 'docs/pictures', file) })
    await page.close()
    for (const stop of stopping.splice(0)) await stop()
  }
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await mapping.close()
}
