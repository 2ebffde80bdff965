import type { EjsModule } from './ejs-module.js'

/**
 * Replaces the compiled lines in EJS's error messages by the lines of the template:
 *
 *     views/user.ejs:2
 *         1| <%@ taglib prefix="route" uri="/mvc-router" %>
 *      >> 2| <a href="<route:reverse action="user.show"/>">
 */
export class OriginalLines {
  /** Engines share the lines, because they share EJS's cache of compiled templates. */
  static readonly #ofEjs = new WeakMap<EjsModule, OriginalLines>()

  readonly #templates = new Map<string, string>()

  static of(ejs: EjsModule): OriginalLines {
    const known = OriginalLines.#ofEjs.get(ejs)
    if (known !== undefined) return known
    const lines = new OriginalLines()
    OriginalLines.#ofEjs.set(ejs, lines)
    return lines
  }

  /** @param name the name of the template in EJS's messages */
  remember(name: string, template: string): void {
    this.#templates.set(name, template)
  }

  /** @param unnamed the text of a template without a file */
  restore(error: unknown, unnamed?: string): void {
    if (!(error instanceof Error)) return
    let lines: readonly string[] | undefined
    const message = error.message.split('\n').map((messageLine) => {
      const [, marker, number] = /^( >> | {4})(\d+)\| /.exec(messageLine) ?? []
      if (number === undefined) {
        const name = messageLine.replace(/:\d+$/, '')
        const template = this.#templates.get(name) ?? (name === nameOfUnnamed ? unnamed : undefined)
        lines = template === undefined ? undefined : template.split('\n')
        return messageLine
      }
      const line = lines?.[Number(number) - 1]
      return line === undefined ? messageLine : `${marker}${number}| ${line}`
    })
    error.message = message.join('\n')
  }
}

/** EJS's name for a template without a file. */
const nameOfUnnamed = 'ejs'
