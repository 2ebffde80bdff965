import type * as Url from 'node:url'
import { anyCharacter, type Automaton, type Piece } from '@mvc-router/constraint-language'
import { builtin } from '../runtime.js'
import type { HostPattern } from '../syntax/pattern/route-pattern.js'
import { compileParts } from './joined-automaton.js'

/** The parts of a request's host, in lower case: `example.com:8080`, `[::1]:8080`. */
export interface Host {
  /** Without the port; an IPv6 address keeps its brackets. */
  readonly name: string
  readonly port: string | undefined
}

/** In UTF-16 units, with the port. */
export const maxHostLength = 320

/** Undefined for everything that is not a host: user names, paths, blanks, empty labels, bad ports. */
export function parseHost(text: string): Host | undefined {
  if (text.length > maxHostLength) return undefined
  const end = text.startsWith('[') ? (ipv6Address.exec(text)?.[0].length ?? 0) : endOfLabels(text)
  const port = text.slice(end + 1)
  if (end === 0 || (end < text.length && text[end] !== ':')) return undefined
  if (port !== '' && !(/^[0-9]{1,5}$/.test(port) && Number(port) <= 65535)) return undefined
  // Only the checked part is put in lower case. Other characters may become letters: the Kelvin sign becomes "k".
  const name = text.slice(0, text[end - 1] === '.' ? end - 1 : end).toLowerCase()
  return { name, port: port === '' ? undefined : String(Number(port)) }
}

const ipv6Address = /^\[[0-9A-Fa-f:.]+\]/

/** The end of the host's labels; 0 if a label is wrong. A regular expression would take four times as long. */
function endOfLabels(text: string): number {
  let end = 0
  let before = dot
  for (; end < text.length; end++) {
    const code = charCodeAt.call(text, end)
    if (isHostCharacter[code] !== 1) break
    if (code === dot ? before === dot || before === hyphen : code === hyphen && before === dot) return 0
    before = code
  }
  return before === hyphen ? 0 : end
}

const isHostCharacter = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0,
)
// See matching/index/path-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype
const hyphen = 45
const dot = 46

/** True if URL parsers keep the name (they change `5` to `0.0.0.5`), and if DNS allows its length. */
export function isUrlHost(name: string): boolean {
  const url = `http://${name}/`
  if (name.length > 253 || /[^.]{64}/.test(name)) return false
  if (!URL.canParse(url)) return false
  return name.startsWith('[') || (new URL(url).hostname === name && name.split('.').every(isUrlLabel))
}

const url = builtin<typeof Url>('node:url')

/** Checks Punycode, because older URL parsers refuse a bad label and newer parsers keep it. */
function isUrlLabel(label: string): boolean {
  if (!label.startsWith('xn--')) return true
  const { domainToASCII, domainToUnicode } = url()
  const text = domainToUnicode(label)
  return text !== label && domainToASCII(text) === label
}

/** A host pattern such as `{client}.example.com`, ready to match. It ignores the port and the case. */
export interface HostMatcher {
  readonly parts: HostPattern['parts']
  readonly automaton: Automaton
}

/** @throws ConstraintException for variables that cannot be distinguished in linear time */
export function compileHost({ parts }: HostPattern): HostMatcher {
  return {
    parts,
    automaton: compileParts(parts, { maxLength: maxHostLength, unconstrained, toText: String }),
  }
}

/** `.+`: a variable of a host may span dots. */
const unconstrained: Piece = { type: 'run', ranges: anyCharacter, min: 1, max: Infinity, isLazy: false }

/** The host's variables by name, except `_`. Undefined if the host does not match. */
export function readHost(
  { parts, automaton }: HostMatcher,
  host: Host | undefined,
): ReadonlyMap<string, string> | undefined {
  const [first] = parts
  // Most host patterns are a single literal.
  if (parts.length === 1 && first?.type === 'literal') return host?.name === first.text ? noValues : undefined
  const starts = host && automaton.split(host.name, parts.length)
  if (starts === undefined) return undefined
  const values = new Map<string, string>()
  for (const [index, part] of parts.entries()) {
    if (part.type === 'literal') continue
    const value = host?.name.slice(starts[index], starts[index + 1]) ?? ''
    // In the automaton, a look-ahead also sees the text after the value. So the constraint also tests the value alone.
    if (part.constraint?.test(value) === false) return undefined
    if (part.name !== '_') values.set(part.name, value)
  }
  return values
}

const noValues: ReadonlyMap<string, string> = new Map()
