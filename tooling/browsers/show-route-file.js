// Shows a route file in the colours of VS Code's dark theme, with the grammar of editors/vscode.
import { readFileSync } from 'node:fs'
import { loadGrammar } from '../../editors/vscode/load-grammar.js'

/** The colours of VS Code's theme Dark+ by prefixes of scopes. The first match counts. */
const colours = [
  ['comment', '#6a9955'],
  ['keyword.control', '#c586c0'],
  ['keyword', '#d4d4d4'],
  ['string.regexp', '#d16969'],
  ['string', '#ce9178'],
  ['variable', '#9cdcfe'],
  ['entity.name.type', '#4ec9b0'],
  ['entity.name.function', '#dcdcaa'],
  ['entity.other', '#9cdcfe'],
  ['constant', '#b5cea8'],
]

/** Opens the file in the page, and makes the page as high as the text. */
export async function showRouteFile(page, file) {
  const grammar = await loadGrammar()
  let state = null
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const html = lines.map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state)
    state = ruleStack
    return tokens.map(({ startIndex, endIndex, scopes }) => {
      const text = line.slice(startIndex, endIndex).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<span style="color:${colourOf(scopes.at(-1))}">${text}</span>`
    })
  })
  await page.setContent(`<body style="margin:0;background:#1f1f1f"><pre style="margin:0;padding:20px;font:13px/1.55
    monospace">${html.map((pieces) => pieces.join('')).join('\n')}</pre>`)
  const height = await page.evaluate(() => document.querySelector('pre').offsetHeight)
  await page.setViewportSize({ width: 1000, height })
}

function colourOf(scope) {
  return colours.find(([beginning]) => scope.startsWith(beginning))?.[1] ?? '#d4d4d4'
}
