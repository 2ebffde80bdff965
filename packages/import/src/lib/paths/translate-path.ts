import { attempt } from '@mvc-router/router-core/tools'
import { pathToRegexp } from 'path-to-regexp'
import { Router, RouteFileParsingException } from '@mvc-router/router-core'
import { rootPath, UntranslatablePathException, type TranslatedPath } from './translated-path.js'
import { translateRegex, variableName } from './translate-regex.js'
import type { RecordedPath } from '../record/recorded-application.js'

interface TranslationOptions {
  /** True if a last slash counts. */
  readonly isStrict?: boolean
  /** True for a mount path, which matches whole segments at the start of a URL. */
  readonly isMount?: boolean
}

/**
 * Translates a path of Express to patterns of route files. An optional part of the path leads to more patterns.
 *
 * @throws UntranslatablePathException
 */
export function translatePath(
  path: RecordedPath,
  express: 4 | 5,
  options: TranslationOptions = {},
): TranslatedPath[] {
  const translated = checked(translate(path, express, options))
  // Browsers do not request `//a`. A pattern that differs from an earlier pattern only in names never runs.
  const seen = new Set<string>()
  const distinct = translated.filter(({ pattern }) => {
    const shape = pattern.replaceAll(/\{(<.*?>)?\w+\}/g, '{$1}')
    return !pattern.includes('//') && !seen.has(shape) && seen.add(shape)
  })
  if (distinct.length === 0 && translated.length > 0)
    throw new UntranslatablePathException(
      'The path has // in every form, which no pattern of a route file can have',
      'take the route out, or write its path with single slashes',
    )
  return distinct
}

function translate(
  path: RecordedPath,
  express: 4 | 5,
  { isStrict = false, isMount = false }: TranslationOptions,
): TranslatedPath[] {
  if (typeof path !== 'string') {
    const { source } = path
    if (isMount && /(?<!\\)\$$/.test(source))
      throw new UntranslatablePathException(
        'The regular expression ends with $, so nothing below its path is reached',
        'write the path as text, or keep this call in Express',
      )
    const withoutSlash = source.replace(/\\\/\?\$$/, '$')
    const translated = translateRegex(withoutSlash, { isAnchored: isMount })
    // Express adds no optional slash to a regular expression.
    const forgives = withoutSlash !== source
    return translated.map((each) => ({ ...each, takesLastSlash: each.takesLastSlash || !forgives }))
  }
  const translated = translateText(path, express, isStrict)
  return isStrict ? translated.map((each) => ({ ...each, takesLastSlash: true })) : translated
}

function translateText(path: string, express: 4 | 5, isStrict: boolean): TranslatedPath[] {
  if (path === '') return [rootPath]
  // Express 5 removes final slashes if routing is not strict.
  if (express === 5) return translateExpress5(isStrict ? path : path.replace(/(?<=.)\/+$/, ''))
  // Express 4 makes the final slash optional, so `//` answers `/`. Packages of decorators join `/` and `/` to `//`.
  if (!isStrict && path.endsWith('//'))
    return translateExpress4(path.slice(0, -1)).map((each) => ({ ...each, takesLastSlash: true }))
  return translateExpress4(path)
}

/** Translates like Express 4, which replaces parts of a path and reads the result as a regular expression. */
function translateExpress4(text: string): TranslatedPath[] {
  // The end of the last variable or `*`. Text after it limits the next variable: in `/:a-:b`, `:b` contains no `-`.
  let end = 0
  const source = text.replaceAll(
    /\\.|(\/)?(\.)?:(\w+)(\(.*?\))?(\*|\+)?(\?)?|[.*]|\/\(/g,
    (match: string, ...groups: unknown[]) => {
      const [slash, dot, name, capture, star, optional] = groups as (string | undefined)[]
      const offset = groups[6] as number
      if (match.startsWith('\\')) return match
      if (match === '.') return '\\.'
      const before = text.slice(end, offset)
      end = offset + match.length
      if (match === '*') return '(.*)'
      if (name === undefined) return '/(?:'
      const group = /^\d/.test(name) ? `_${name}` : name
      const inner = capture?.slice(1, -1).replaceAll(/\\.|\*/g, (each) => (each === '*' ? '.*' : each))
      const isBeside = slash === undefined && dot === undefined && before !== '' && !before.includes('/')
      const values = inner ?? (isBeside ? anythingBut(before) : dot === undefined ? '[^/]+' : '[^/.]+')
      const accepted =
        star === undefined ? values : star === '*' ? `${values}(?:/.+)?` : `${values}(?:/${values})*`
      return `(?:${dot === undefined ? '' : '\\.'}${slash ?? ''}(?<${group}>${accepted}))${optional ?? ''}`
    },
  )
  const paths = translateRegex(source, { isAnchored: true })
  if (text.endsWith('/')) return paths
  // In Express, a slash that ends the written path is optional. A slash before an omitted optional part is required.
  return paths.map(withLastSlash)
}

/** Translates like Express 5: one regular expression with an alternative for each form of the optional groups. */
function translateExpress5(text: string): TranslatedPath[] {
  let compiled: ReturnType<typeof pathToRegexp>
  try {
    compiled = pathToRegexp(text, { trailing: false })
  } catch (error) {
    const message = error instanceof Error ? error.message.split('; visit')[0] : ''
    throw new UntranslatablePathException(
      `Express 5 does not accept the path (${message ?? ''})`,
      "write it in Express 5's syntax first",
    )
  }
  const { regexp, keys } = compiled
  const source = regexp.source
    .slice('^(?:'.length, -')$'.length)
    .replaceAll('[^]', '.')
    .replaceAll(String.raw`\/`, '/')
    // These characters need no backslash in a class.
    .replaceAll(/(?<=\[\^\/)\\([.+*?${}()[|])(?=\])/g, '$1')
  const names = keys.map(({ name }) => name)
  const lists = keys.flatMap(({ type, name }) => (type === 'wildcard' ? [variableName(name)] : []))
  return translateRegex(source, { isAnchored: true, names }).map((each) => ({
    ...withLastSlash(each),
    lists: lists.filter((name) => each.variables.includes(name)),
  }))
}

/** Marks a final slash as required, because an omitted optional part follows it. */
function withLastSlash(path: TranslatedPath): TranslatedPath {
  const endsInSlash = path.pattern.endsWith('/') && path.pattern !== '/'
  return endsInSlash ? { ...path, takesLastSlash: true } : path
}

/** Returns an expression for text of a segment that does not contain `text`. */
function anythingBut(text: string): string {
  if (text.length === 1) return `[^/${text.replace(/[\\\]^]/, String.raw`\$&`)}]+`
  return `(?:(?!${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)})[^/])+`
}

/** Refuses patterns that the parser of route files refuses. */
function checked(paths: readonly TranslatedPath[]): readonly TranslatedPath[] {
  for (const { pattern } of paths) {
    const read = attempt(RouteFileParsingException, () =>
      Router.parse(`GET ${pattern} a.b`, { legacyText: true }),
    )
    if (read instanceof Router) continue
    const [problem] = read.errors
    throw new UntranslatablePathException(
      `The pattern ${pattern} is refused: ${problem?.message ?? ''}`,
      problem?.hint ?? 'keep this route in Express',
    )
  }
  return paths
}
