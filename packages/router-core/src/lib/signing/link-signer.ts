import { crypto } from '../runtime.js'
import { SignatureException, wrongOption } from '../exceptions.js'
import { isOverrideKey } from '../matching/method-after-override.js'
import { parseHost } from '../matching/host-matcher.js'
import type { Route } from '../routes/route.js'
import { ignoreModifier } from '../syntax/modifiers.js'

/** A request for a signed line, or a URL to sign. */
export interface SignedRequest {
  /** The method with which the line was matched. */
  readonly method: string
  readonly host: string | undefined
  /** Path and query, with the mount path, as the client sent them. */
  readonly url: string
}

/** Signs URLs and verifies them (docs/route-file.md, Signed links). The first key signs, and all keys verify. */
export class LinkSigner {
  readonly #keys: readonly string[]

  private constructor(keys: readonly string[]) {
    this.#keys = keys
  }

  /**
   * @param keys `[current, ...old]`, each of at least 32 characters; undefined without the option
   * @throws ConfigurationException for a key that is too short to be a secret
   */
  static of(keys: unknown): LinkSigner | undefined {
    if (keys === undefined) return undefined
    if (!Array.isArray(keys) || keys.length === 0)
      throw wrongOption('signingKeys', 'expected a list of keys, the current one first')
    for (const [index, key] of keys.entries()) {
      if (typeof key !== 'string' || key.length < minKeyLength)
        throw wrongOption(
          'signingKeys',
          `expected a text of at least ${minKeyLength} characters as key ${index + 1}`,
        )
    }
    return new LinkSigner([...keys])
  }

  /** The URL with its signature, as the last parameter of the query. */
  sign(route: Route, request: SignedRequest): string {
    const [key = ''] = this.#keys
    const { url } = request
    const signature = signatureOf(key, signedText(route, request, splitUrl(url))).toString('base64url')
    return `${url}${url.includes('?') ? '&' : '?'}${signatureName}=${signature}`
  }

  /**
   * @param now in seconds
   * @throws SignatureException (status 403) for a signature that is missing or wrong, and for a link that has expired
   */
  verify(route: Route, request: SignedRequest, now: number = Date.now() / 1000): void {
    const { path, pairs } = splitUrl(request.url)
    const last = pairs.findLastIndex((pair) => !isIgnored(route, pair))
    const signature = pairs[last] ?? ''
    if (!signature.startsWith(`${signatureName}=`)) throw new SignatureException('E_SIGNATURE_MISSING')
    const others = pairs.toSpliced(last, 1)
    if (
      !this.#isSigned(
        signature.slice(signatureName.length + 1),
        signedText(route, request, { path, pairs: others }),
      )
    )
      throw new SignatureException('E_SIGNATURE_INVALID')
    // A line cannot ignore this parameter.
    const expires = others.find((pair) => pair.startsWith(`${expiresName}=`))
    if (expires !== undefined && !(Number(expires.slice(expiresName.length + 1)) > now))
      throw new SignatureException('E_SIGNATURE_EXPIRED')
  }

  /** Tries all keys, so that the time does not reveal which key fits. */
  #isSigned(signature: string, text: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    // Base64 has several spellings of the same bytes. Only the router's own spelling is valid.
    if (given.length !== signatureBytes || given.toString('base64url') !== signature) return false
    return this.#keys.map((key) => crypto().timingSafeEqual(given, signatureOf(key, text))).includes(true)
  }
}

/** The parameters of a signed URL. No argument may use these names. */
export const signatureName = 'signature'
export const expiresName = 'expires'
export const minKeyLength = 32
const signatureBytes = 32

/** True for a line below `+ signed`. */
export function isSigned({ modifiers }: Pick<Route, 'modifiers'>): boolean {
  return modifiers['signed'] !== undefined
}

/**
 * The facts that a signature covers, in their exact spelling. JSON separates them. The label makes a signature invalid
 * for other uses of the same key.
 */
function signedText(route: Route, { method, host }: SignedRequest, { path, pairs }: SplitUrl): string {
  const covered = pairs.filter((pair) => !isIgnored(route, pair))
  const hostName = route.host === undefined ? '' : (parseHost(host ?? '')?.name ?? '')
  const facts = [method === 'HEAD' ? 'GET' : method, hostName, path, covered]
  return JSON.stringify(['mvc-router signed link', 1, ...facts])
}

function signatureOf(key: string, text: string): Buffer {
  return crypto().createHmac('sha256', key).update(text).digest()
}

interface SplitUrl {
  readonly path: string
  readonly pairs: readonly string[]
}

function splitUrl(url: string): SplitUrl {
  const [path = ''] = url.split('?', 1)
  return { path, pairs: path === url ? [] : url.slice(path.length + 1).split('&') }
}

/** The query parameters that the signatures of a line do not cover. */
export function ignoredNames({ modifiers }: Pick<Route, 'modifiers'>): readonly string[] {
  const names = modifiers[ignoreModifier]
  return typeof names === 'string' ? names.split(',') : []
}

/** True for parameters that the line ignores, and for the method override, because the method itself is signed. */
function isIgnored(route: Route, pair: string): boolean {
  const name = pair.split('=', 1)[0] ?? ''
  return isOverrideKey(name) || ignoredNames(route).includes(name)
}
