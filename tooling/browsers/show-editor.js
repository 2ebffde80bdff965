// Shows the bookshop in VS Code, with a link that lacks its argument.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts code-server with the packed extension and opens it in the page. Returns a function that ends it.
 *
 * @param codeServer the program of the npm package `code-server`, which runs with the same Node as this script
 * @param extension the .vsix of editors/vscode
 */
export async function showEditor(page, root, codeServer, extension) {
  const folder = mkdtempSync(join(tmpdir(), 'mvc-router-editor-'))
  const shop = join(folder, 'shop')
  for (const part of ['routes.conf', 'account.conf', 'views', 'src', 'public', 'package.json'])
    cpSync(join(root, 'examples/site', part), join(shop, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(shop, 'node_modules'))
  const template = join(shop, 'views/nunjucks/tabs.njk')
  writeFileSync(template, readFileSync(template, 'utf8').replace('genre=tab.genre', 'genrre=tab.genre'))
  mkdirSync(join(folder, 'user/User'), { recursive: true })
  writeFileSync(join(folder, 'user/User/settings.json'), JSON.stringify(settings))
  const words = ['--user-data-dir', join(folder, 'user'), '--extensions-dir', join(folder, 'extensions')]
  execFileSync(process.execPath, [codeServer, ...words, '--install-extension', extension])
  const quiet = [
    '--auth',
    'none',
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
  ]
  const server = spawn(process.execPath, [codeServer, ...words, ...quiet, '--bind-addr', '127.0.0.1:0', shop])
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await page.setViewportSize({ width: 1000, height: 640 })
    await page.goto(`${await originOf(server)}/?folder=${shop}`)
    await page.locator('.monaco-workbench').waitFor({ timeout: 120_000 })
    await page.keyboard.press('Control+P')
    await page.locator('.quick-input-widget input').fill('tabs.njk')
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.squiggly-error').first().waitFor({ timeout: 120_000 })
    await page.keyboard.press('Control+Shift+M')
    await page.getByText('the argument "genre" is missing').first().waitFor()
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Settings that hide everything except the file and its mark. */
const settings = {
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
}

/** Waits for the address that the server prints. Reads the output to the end, or else the server would end. */
function originOf(server) {
  return new Promise((resolve, reject) => {
    let reported = ''
    server.stdout.on('data', (data) => {
      reported += data
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(reported) ?? []
      if (origin !== undefined) resolve(origin)
    })
    server.once('exit', () => reject(new Error(`code-server has ended: ${reported}`)))
  })
}
