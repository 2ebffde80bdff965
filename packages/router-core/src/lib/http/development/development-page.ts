import { crypto } from '../../runtime.js'
import { Html, html } from './html.js'

export interface DevelopmentPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates a page without scripts and other files. It is dark or light, as the browser prefers. */
export function toPage(status: number, title: string, content: Html): DevelopmentPage {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `.text
  return { status, headers: { ...securityHeaders(), 'Content-Type': 'text/html; charset=utf-8' }, body }
}

export function toJson(status: number, value: unknown): DevelopmentPage {
  const headers = { ...securityHeaders(), 'Content-Type': 'application/json; charset=utf-8' }
  return { status, headers, body: `${JSON.stringify(value, null, 2)}\n` }
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #12602b; --bad: #c62828; --quiet: #666; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --good: #6fd08c; --bad: #ff8a80; --quiet: #aaa; --link: #8ab4f8 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; overflow-wrap: break-word }
h1 { font-size: 1.4rem; line-height: 1.3; margin: .5rem 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
a { color: var(--link) }
code, pre, td, input, select { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem }
pre { overflow: auto; margin: .5rem 0; padding: .75rem 1rem; background: var(--soft); border-left: 4px solid var(--line); tab-size: 8 }
pre.bad { border-color: var(--bad) }
.quiet { color: var(--quiet) }
.good { color: var(--good) }
.bad { color: var(--bad) }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-size: .875rem }
th, td { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top }
td.path { min-width: 9rem }
tr.answer td { background: #2e7d3222 }
td p { margin: 0; min-width: 12rem; font-family: system-ui, sans-serif }
form { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end }
label { flex: 0 1 8rem; display: flex; flex-direction: column; font-size: .875rem; color: var(--quiet) }
label.grow { flex: 1 1 14rem }
input, select, button { font-size: 1rem; padding: .4rem .5rem; min-width: 0; max-width: 100%; border: 1px solid #888; border-radius: 4px; background: Field; color: FieldText }
button { background: ButtonFace; color: ButtonText; cursor: pointer; padding: .4rem 1rem }
@media (max-width: 44rem) {
  thead { display: none }
  tr { display: block; border-top: 1px solid var(--line); padding: .5rem 0 }
  td { display: inline; border: 0; padding: 0 .5rem 0 0 }
  tr.answer { background: #2e7d3222 } tr.answer td { background: none }
  form > * { flex: 1 1 100% }
}
`

/** The headers contain the hash of exactly this text. */
const styleElement = new Html(`<style>${style}</style>`)

const securityHeaders = (): Readonly<Record<string, string>> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${crypto().createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
})
