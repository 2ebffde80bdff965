import { staticTextOf, type NamedLink } from '../written-url.js'

/** `{{route "a.b" id=user.id}}`; undefined for a value that Handlebars cannot say. */
export function writeHandlebarsLink({ action, args }: NamedLink): string | undefined {
  const values = [...args].map(([name, pieces]) => {
    const text = staticTextOf(pieces)
    const [first] = pieces
    const value =
      text === undefined
        ? pieces.length === 1 && first?.type === 'hole'
          ? first.expression
          : undefined
        : quoted(text)
    return value === undefined || !/^[A-Za-z_][\w-]*$/.test(name) ? undefined : ` ${name}=${value}`
  })
  return values.includes(undefined) ? undefined : `{{route ${quoted(action) ?? ''}${values.join('')}}}`
}

function quoted(text: string): string | undefined {
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}
