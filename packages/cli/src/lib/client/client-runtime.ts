/**
 * What a client module needs to build URLs, as JavaScript that is written into it: less than 1 kB once it is minified and
 * zipped. It follows the rules by which the server reverses; a test compares both.
 *
 *     line    [method, parts, fixed arguments, slash, whole]
 *     part    a literal, or [name, constraint, kind]
 *     kind    1: the value may span segments; 2: it may be empty as well
 *     slash   1: an empty URL is written "/"; 2: every URL ends in a slash
 *     whole   splits a path in which variables meet, so that the values are proved to come back
 *
 * A constraint sees a value with `%` and `/` encoded, as on the server.
 */
export const clientRuntime: string = String.raw`
const refuse = (why) => {
  throw TypeError('Cannot build a URL: ' + why)
}
const encode = (value, keep) =>
  encodeURIComponent(value).replace(keep ? /%3A|%40|%2F|'/g : /%3A|%40|'/g, (found) => (found > '&' ? '%27' : decodeURIComponent(found)))
const scalar = (value) => {
  if (value && typeof value == 'object' && !(value instanceof String)) {
    value = typeof value.toRouteParam == 'function' ? value.toRouteParam() : value.id
    if (value == null || typeof value == 'object') value = NaN
  }
  if (value == null) return []
  const isOdd = typeof value == 'number' && !(value % 1 || Number.isSafeInteger(value))
  if (isOdd || /^[fs]y?[mu]/.test(typeof value)) refuse('bad argument')
  encodeURIComponent((value = String(value)))
  return [value]
}
const build = ([, parts, fixed, slash, whole], values, only) => {
  const rest = new Map(values)
  const take = (name) => (rest.delete(name), (values.get(name) || [])[0])
  for (const name of Object.keys(fixed)) {
    const value = take(name)
    if (value === undefined ? !only : value !== fixed[name]) return
  }
  let url = ''
  let seen = ''
  const halves = []
  for (const part of parts) {
    if (typeof part == 'string') {
      url += part
      seen += part
    } else {
      const [name, constraint, kind] = part
      const value = take(name)
      if (value ? value.length > (kind ? 8192 : 255) || /[\0-\x1f\x7f-\x9f]/.test(value) || (kind ? /(^|\/)(\/|\.\.?(\/|$))/ : /^\.\.?$/).test(value) : value == null || kind != 2) return
      const text = value.replace(/%/g, '%25')
      const isPath = kind && !value.endsWith('/') && constraint.test(text)
      const half = isPath ? text : text.replace(/\//g, '%2F')
      if (value && !constraint.test(half)) return
      url += encode(value, isPath)
      seen += half
      halves.push(half)
    }
  }
  if (whole && (whole.exec(seen) || []).slice(1).join('\n') != halves.join('\n')) return
  if (slash && !url.endsWith('/') && (slash > 1 || !url)) url += '/'
  if (/\/(\/|\.\.?(\/|$))/.test(url)) return
  const query = new URLSearchParams()
  for (const name of [...rest.keys()].sort()) for (const value of rest.get(name)) query.append(name, value)
  return rest.size ? url + '?' + query : url
}
const action = (name, lines, only) => {
  const find = (args) => {
    const values = new Map()
    if (Array.isArray(args) || /^[^ou]/.test(typeof args)) refuse('bad argument')
    for (const key of Object.keys(args || {})) {
      const list = [args[key]].flat().flatMap(scalar)
      if (list.length && encodeURIComponent('.' + key)) values.set(key, list)
    }
    for (const line of lines) {
      const url = build(line, values, only)
      if (url !== undefined) return { url: base + url, method: line[0] }
    }
    return refuse(name)
  }
  find.url = (args) => find(args).url
  find.form = (args) => {
    const { url, method } = find(args)
    return /GET|POST/.test(method)
      ? { action: url, method: method.toLowerCase() }
      : { action: url + (url.includes('?') ? '&' : '?') + 'X-HTTP-Method-Override=' + method, method: 'post' }
  }
  return find
}
`.trim()
