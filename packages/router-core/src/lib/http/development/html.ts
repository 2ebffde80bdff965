import { escapeHtml } from '../../escape-html.js'

/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | undefined | false | readonly Content[]

/** HTML with values. Texts are escaped, `Html` is not. `undefined` and `false` print nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(
    strings.reduce(
      (text, string, index) => text + string + (index < values.length ? write(values[index]) : ''),
      '',
    ),
  )
}

/** A table that can be scrolled. `undefined` and `false` in the heads leave out a column. */
export function table(heads: readonly (string | undefined | false)[], rows: readonly Html[]): Html {
  const cells = heads.map((head) => typeof head === 'string' && html`<th>${head}</th>`)
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${cells}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

const mayBreak = new Html('<wbr>')

/** Text that may wrap after the punctuation of paths and actions. */
export function breakable(text: string): Html {
  return html`${text.split(/(?<=[./({>])/).map((piece) => [piece, mayBreak])}`
}

function write(value: Content): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(write).join('')
  return escapeHtml(String(value))
}
