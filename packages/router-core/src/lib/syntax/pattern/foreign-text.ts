/** Text of a path that is a variable or an optional part in other routers. */
interface ForeignText {
  readonly index: number
  readonly found: string
  readonly hint: string
}

/**
 * Finds the first variable of Express, Rails, Play 2, Flask, Django, Next.js, FastRoute or another router.
 *
 * @param text of a path, with or without this router's own variables
 */
export function findForeignText(text: string): ForeignText | undefined {
  let first: ForeignText | undefined
  // Most texts have no such character.
  if (!/[:*[($@<]/.test(text)) return undefined
  for (const [pattern, translate] of forms) {
    const match = pattern.exec(text)
    if (match === null || (first !== undefined && first.index <= match.index)) continue
    first = { index: match.index, found: match[0], hint: hintTo(translate(...match.slice(1)), match[0]) }
  }
  return first
}

/** The hint for braces with more than a name: `{id:[0-9]+}`, `{id: Long}`, `{id?}`, `{*path}`. */
export function hintToBraces(text: string): string | undefined {
  const [, stars = '', name, kind] = /^\{([*+]*)([A-Za-z_]\w*)(\s*:|\?|\.\.\.|\*|=|\})/.exec(text) ?? []
  if (name === undefined || kind === undefined) return undefined
  if (stars !== '' || kind === '...' || kind === '*') return hintTo(`{<.+>${name}}`, '*')
  if (kind === '?') return hintTo(undefined, '')
  if (!kind.endsWith(':')) return undefined
  const start = text.indexOf(':') + 1
  let depth = 1
  for (let end = start; end < text.length; end++) {
    depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
    if (depth === 0) return hintTo(typed(text.slice(start, end).trim(), name), '')
  }
  return undefined
}

function hintTo(meant: string | undefined, found: string): string {
  if (meant === undefined) return 'an optional part takes two lines: one with it, and one without'
  const isOfSegments = found.startsWith('*') || meant.startsWith('{<.+>') || meant.startsWith('{<.*>')
  return isOfSegments
    ? `a variable over several segments is written ${meant}`
    : `a variable is written ${meant}`
}

/** The variable for another router's type or regular expression: `{<${integer}>name}` for `int`. */
function typed(type: string | undefined, name = 'name'): string {
  if (type === undefined || /^(?:str|string)$/i.test(type)) return `{${name}}`
  const known = types.get(type.toLowerCase())
  if (known !== undefined) return `{<${known}>${name}}`
  return /^[A-Za-z]+(?:\(.*\))?$/.test(type) ? `{${name}}` : `{<${type}>${name}}`
}

const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    int: '${integer}',
    integer: '${integer}',
    long: '${integer}',
    number: '${integer}',
    uuid: '${uuid}',
    guid: '${uuid}',
    slug: '${slug}',
    date: '${date}',
    path: '.+',
  }),
)

type Translate = (...groups: (string | undefined)[]) => string | undefined

const asText: Translate = (name) => `{${name}}`
const nothing: Translate = () => undefined

/** Each form reads a text in only one way, so it never backtracks further than a name. */
const forms: readonly (readonly [RegExp, Translate])[] = [
  // Django: (?P<id>[0-9]+)
  [/\(\?P<(\w+)>([^()]*)\)/, (name, source) => typed(source, name)],
  // Flask: <int:id>
  [/(?<![\w}$])<(?:(\w+)(?:\([^()]*\))?:)?([A-Za-z_]\w*)>/, (type, name) => typed(type, name)],
  // Play 2: $id<[0-9]+>
  [/\$([A-Za-z_]\w*)<([^<>]+)>/, (name, source) => typed(source, name)],
  // Express 4: :id(\d+)
  [/:([A-Za-z_]\w*)\(([^()]+)\)/, (name, source) => typed(source, name)],
  // Rails: (:id), (.:format), (/:tab)
  [/\([./]*:[A-Za-z_]\w*\)/, nothing],
  // Next.js: [id], [...slug], [[...slug]]
  [/\[\[\.\.\.([A-Za-z_]\w*)\]\]/, (name) => `{<.*>${name}}`],
  [/\[\.\.\.([A-Za-z_]\w*)\]/, (name) => `{<.+>${name}}`],
  [/(?<=\/)\[([A-Za-z_]\w*)\]/, asText],
  // Express: :id, :id?, :path*
  [/(?<=\/):([A-Za-z_]\w*)[*+]/, (name) => `{<.+>${name}}`],
  [/(?<=\/):([A-Za-z_]\w*)\?/, nothing],
  [/(?<=\/):([A-Za-z_]\w*)/, asText],
  // Play 2: $id; Fat-Free: @id, but not the scope of a package
  [/(?<=\/)\$([A-Za-z_]\w*)(?=\/|$)/, asText],
  [/(?<=(?<!node_modules)\/)@([A-Za-z_]\w*)(?=\/|$)/, asText],
  // A wildcard: *, **, *path
  [/(?<=\/)\*+\w*(?=\/|$)/, () => '{<.+>name}'],
  // A group of a regular expression: (\d+)
  [/\((?:\?:)?((?:\\[dwDW]|\.|\[[^\]]*\])[^()]*)\)/, (source) => typed(source)],
  // Optional parts: FastRoute's [/{id}], Rails' (/y)
  [/\[\/|\(\/[^()]*\)?/, nothing],
]
