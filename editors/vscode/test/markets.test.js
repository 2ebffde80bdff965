import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// `npm test` packs the extension before it runs this file.

const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
const vsix = fileURLToPath(new URL(`../${manifest.name}-${manifest.version}.vsix`, import.meta.url))

void test('the icon is a picture of at least 128 by 128 points', async () => {
  const icon = await readFile(new URL(`../${manifest.icon}`, import.meta.url))
  assert.equal(icon.toString('latin1', 1, 4), 'PNG')
  assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128)
})

void test('the package has an icon, a readme, a changelog, a license and the program', async () => {
  const names = (await readFile(vsix)).toString('latin1')
  for (const name of ['icon.png', 'readme.md', 'changelog.md', 'LICENSE.txt', 'dist/extension.cjs'])
    assert.ok(names.includes(`extension/${name}`), name)
})

void test('ovsx accepts the package, and sends its bytes unchanged', async () => {
  const received = []
  const registry = createServer((request, response) => {
    request.on('data', (chunk) => received.push(chunk))
    request.on('end', () => {
      const { publisher, name, version } = manifest
      response.end(JSON.stringify({ namespace: publisher, name, version }))
    })
  }).listen(0)
  await once(registry, 'listening')
  try {
    const ovsx = createRequire(import.meta.url).resolve('ovsx/bin/ovsx')
    const url = `http://localhost:${registry.address().port}`
    const args = [ovsx, 'publish', vsix, '--registryUrl', url, '--pat', 'a-token']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    assert.match(stdout, /Published mvc-router\.mvc-router-vscode v0\.1\.0/)
    assert.ok(Buffer.concat(received).equals(await readFile(vsix)))
  } finally {
    registry.close()
  }
})
