import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Loads the grammar of route files with the library that VS Code uses. */
export async function loadGrammar() {
  const require = createRequire(import.meta.url)
  const { Registry, parseRawGrammar } = require('vscode-textmate')
  const oniguruma = require('vscode-oniguruma')
  await oniguruma.loadWASM(await readFile(require.resolve('vscode-oniguruma/release/onig.wasm')))
  const file = new URL('syntaxes/mvc-routes.tmLanguage.json', import.meta.url)
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(await readFile(file, 'utf8'), 'mvc-routes.tmLanguage.json'),
  })
  return registry.loadGrammar('source.mvc-routes')
}
