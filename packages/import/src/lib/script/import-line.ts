/** Writes `import { show as list } from './books.js'`, or the same with `require`. */
export function importLine(
  names: readonly (string | readonly [name: string, local: string])[],
  specifier: string,
  { isEsModule }: { readonly isEsModule: boolean },
  quote: '"' | "'" = "'",
): string {
  const clauses = names.map((each) => {
    const [name, local] = typeof each === 'string' ? [each, each] : each
    return name === local ? name : `${name}${isEsModule ? ' as ' : ': '}${local}`
  })
  const list = `{ ${clauses.join(', ')} }`
  const from = quote + specifier + quote
  return isEsModule ? `import ${list} from ${from}` : `const ${list} = require(${from})`
}
