/**
 * The JavaScript that builds URLs in a client module: less than 1 kB after minifying and zipping. A test compares it
 * with reversing on the server.
 *
 *     line    [method, parts, fixed arguments, slash, whole]
 *     part    a literal, or [name, constraint, kind]
 *     kind    1: the value may span segments; 2: it may also be empty
 *     slash   1: an empty URL becomes "/"; 2: every URL ends with a slash
 *     whole   splits a path whose variables touch, to check that the same values come back
 *
 * The pattern `form` matches arguments that would change the method of a form; the URL omits these arguments.
 * A constraint checks a value with `%` and `/` encoded, as on the server. With a `kind`, slashes may stay.
 */
export const clientRuntime: string = String.raw`
const refuse = (why) => {
  throw TypeError('No URL: ' + why)
}
const read = (value) => {
  if (value && typeof value == 'object' && !(value instanceof String)) {
    value =
      typeof value.toRouteParam == 'function'
        ? value.toRouteParam()
        : typeof value.toHexString == 'function'
          ? value.toHexString()
          : value.id
    if (typeof (value ?? {}) == 'object') value = NaN
  }
  if (/^[fn]u/.test(typeof value) && !(value % 1 || Number.isSafeInteger(value))) refuse(value)
  return value == null ? [] : value + ''
}
const build = ([method, parts, fixed, slash, whole], values, only, form) => {
  const rest = new Map(values)
  const take = (name) => (rest.delete(name), values.get(name)?.[0])
  for (const name of Object.keys(fixed)) {
    const value = take(name)
    if (value == null ? !only : value != fixed[name]) return
  }
  let url = ''
  let seen = ''
  let tail
  const halves = []
  for (const part of parts) {
    let half = part
    let text = part
    if (part.map) {
      const [name, constraint, kind] = part
      const value = take(name)
      if (!value && (value == null || kind != 2)) return
      half = value.replace(/[%/]/g, encodeURIComponent)
      text = encodeURIComponent(value).replace(/%3A|%40/g, decodeURIComponent).replace(/'/g, '%27')
      const path = half.replace(/%2F/g, '/')
      if (kind && !value.endsWith('/') && constraint.test(path)) {
        half = path
        text = text.replace(/%2F/g, '/')
      }
      if ((!kind && value.length > 255) || /(^|\/)(\/|\.\.?(\/|$))|\p{Cc}/u.test(kind ? value : half) || !constraint.test(half)) return
      tail ??= kind && url.lastIndexOf('/') + 1
      halves.push(half)
    }
    url += text
    seen += half
  }
  if (url.length - tail > 8192 || (whole && whole.exec(seen)?.slice(1).join('\n') != halves.join('\n'))) return
  if (slash && !(slash > 1 ? url.endsWith('/') : url)) url += '/'
  if (/\/(\/|\.\.?(\/|$))/.test(url)) return
  const query = new URLSearchParams()
  for (const [name, list] of rest) for (const value of list) if (!form?.test(name)) query.append(name, value)
  query.sort()
  if (form && !/^(GET|POST)$/.test(method)) query.append('X-HTTP-Method-Override', method)
  return url + (query + '' && '?' + query)
}
const action = (name, lines, only) => {
  const find = (args, form) => {
    args ??= {}
    if (typeof args != 'object' || Symbol.iterator in args) refuse(args)
    const values = new Map()
    for (const key of Object.keys(args)) {
      const list = [args[key]].flat().flatMap(read)
      if (list.length) values.set(/\p{Cs}/u.test([key, list]) ? refuse(key) : key, list)
    }
    for (const line of lines) {
      const url = build(line, values, only, form)
      if (url) return { url: base + url, method: line[0].toLowerCase() }
    }
    refuse(name)
  }
  find.url = (args) => find(args).url
  find.form = (args) => {
    const { url: action, method } = find(args, /^X-HTTP-Method-Override$/i)
    if (!/^(get|post|put|patch|delete)$/.test(method)) refuse(method)
    return { action, method: method == 'get' ? method : 'post' }
  }
  return find
}
`.trim()
