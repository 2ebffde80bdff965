// Takes the pictures of docs/pictures from the bookshop, in Chromium: node browsers/take-pictures.js
// CHROMIUM=/path/to/it names another one than /usr/bin/chromium.
import { createSite } from '@mvc-router/example-site'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const pictures = [
  {
    file: 'development-pages.png',
    path: '/__routes?method=GET&path=/books/Poetry&action=bookController.show&args=genre%3Dpoetry%26slug%3Dsalt',
  },
]

const { app, mapping } = await createSite()
const server = app.listen(0)
await once(server, 'listening')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 720 } })
  for (const { file, path } of pictures) {
    await page.goto(`http://localhost:${server.address().port}${path}`)
    await page.screenshot({ path: fileURLToPath(new URL(`../docs/pictures/${file}`, import.meta.url)) })
  }
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await mapping.close()
}
