import type { Choices } from './choices.js'

const texts = [
  '',
  '',
  '',
  '',
  '',
  '',
  'a',
  'b',
  'x',
  'evil.com',
  'evil.com',
  '/',
  '//',
  '/evil.com',
  '//evil.com',
  '\\',
  '/\\evil.com',
  '\\\\evil.com',
]
texts.push(
  '.',
  '..',
  '...',
  'a',
  'b',
  'aa',
  '1',
  'a/',
  'a//b',
  'a/../b',
  '%2F',
  '%2e',
  '%5C',
  '\t',
  '\0',
  ' ',
)
texts.push('?', '#', '@evil.com', 'é', '\u{1F600}', '\uD800', '\u202E', 'a\r\nb', 'x'.repeat(300), '{a}', ';')
texts.push(
  'constructor',
  '__proto__',
  "'",
  '"',
  '<b>',
  'a-b',
  'a.b',
  '.html',
  'x',
  '-',
  '%',
  '%25',
  '%zz',
  '\u0085',
)
const others: readonly unknown[] = [
  0,
  7,
  -1,
  -0,
  1.5,
  10n,
  NaN,
  true,
  null,
  undefined,
  [],
  [''],
  ['', 'a'],
  ['a', 'b'],
  { id: '' },
  { id: '/' },
  { toRouteParam: (): string => '..' },
  () => 'a',
  Symbol('a'),
]
const units = '/\\.%2F5ab-é?#&=+\'"<> :@;{}\u0000\n\u007f\u0085\ud83d\ude00\u2028٠'

/** A random value for an argument, such as an attacker would send. */
export function hostileValue(choices: Choices): unknown {
  const kind = choices.below(8)
  if (kind === 0) return choices.pick(others)
  if (kind === 1) return choices.text(units, choices.below(7))
  if (kind === 2)
    return String.fromCharCode(...choices.list(1 + choices.below(4), () => choices.below(0x1_0000)))
  return choices.pick(texts)
}

/** Random arguments with these names. Sometimes a name is missing, or an unknown name is added. */
export function hostileArguments(choices: Choices, names: readonly string[]): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const name of names) if (!choices.oneIn(20)) args[name] = hostileValue(choices)
  if (choices.oneIn(4)) args[choices.oneIn(6) ? choices.text(units, 3) : 'q'] = hostileValue(choices)
  return args
}

// Most constraints accept the empty text. Some accept slashes, backslashes, dots, or characters that must be encoded.
const constraints = [
  '',
  '',
  '',
  '',
  '<[a-z]*>',
  '<[a-z.]*>',
  '<[a-z]*>',
  '<[a-z.]*>',
  '<[0-9]{0,3}>',
  '<a?>',
  '<.?>',
  '<[^/]*>',
  '<[\\\\/]*>',
  '<.*>',
  '<.+>',
  '<(?:a|b)*>',
  '<(?:|evil)>',
  '<\\.*>',
  '<[a-z%2F]*>',
  '<[0-9]+>',
  '<(?!a$)[^]*>',
  '<[a-z%"<]+>',
]
const starts = ['/', '/', '/', '/x', '/x/', '/.', '/-', '/%C3%A9/', '/%2e']
const middles = ['/', '/', '/', '-', '.', '/x/', '/.', '/%2F', '']
const ends = ['', '', '', '/', '/?', '.html', '/x', '.']
const fixed = ['', '', '', '', '', "(q:'a')", "(b:'')", "(a:'x', t:'1')"]

/** A line for `action` with the variables `a` and `b`, such as `/{<[a-z]*>a}/x-{b}/?`. */
export function hostileLine(choices: Choices, action: string): string {
  const variable = (name: string): string => `{${choices.pick(constraints)}${name}}`
  const [one, two] = choices.oneIn(4) ? ['b', 'a'] : ['a', 'b']
  // Half of the lines have variables that are whole segments, because reversing has a faster way for these.
  const [start, middle, end] = choices.oneIn(2)
    ? [choices.pick(['/', '/', '/x/']), '/', choices.pick(['', '', '/?', '/x'])]
    : [choices.pick(starts), choices.pick(middles), choices.pick(ends)]
  return `GET ${start}${variable(one)}${middle}${variable(two)}${end} ${action}${choices.pick(fixed)}`
}
