// Packs the extension for both markets: npm run package. The markets need absolute addresses of pictures, so the
// release sets REPOSITORY_URL to the repository's address. Without REPOSITORY_URL, the addresses stay relative.
import { createVSIX } from '@vscode/vsce'
import { readFileSync, writeFileSync } from 'node:fs'

const manifest = new URL('package.json', import.meta.url)
const text = readFileSync(manifest, 'utf8')
const url = process.env.REPOSITORY_URL
const folder = 'editors/vscode'

try {
  // vsce reads the manifest from its file, so the addresses must be written there.
  if (url !== undefined) {
    const repository = { type: 'git', url: `${url}.git`, directory: folder }
    const addresses = { repository, homepage: `${url}/tree/main/${folder}#readme`, bugs: `${url}/issues` }
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(text), ...addresses }))
  }
  await createVSIX({
    dependencies: false,
    allowMissingRepository: url === undefined,
    rewriteRelativeLinks: url !== undefined,
    ...(url === undefined
      ? {}
      : { baseContentUrl: `${url}/blob/main/${folder}`, baseImagesUrl: `${url}/raw/main/${folder}` }),
  })
} finally {
  writeFileSync(manifest, text)
}
