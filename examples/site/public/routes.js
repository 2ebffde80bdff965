// Written by "mvc-router client" from routes.conf, account.conf. Change the route file, and run it again.
/* eslint-disable */
const $action = /* @__PURE__ */ (() => {
  const base = ""
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
  return action
})()

const $cartController_addQuietly = /* @__PURE__ */ $action("cartController.addQuietly", [["POST", ["/cart/items/", ["slug", /^(?:[a-z0-9-]+)$/u]], {}]], true)
const $cartController_show = /* @__PURE__ */ $action("cartController.show", [["GET", ["/cart"], {}, 2]], true)

const $cartController = { addQuietly: $cartController_addQuietly, show: $cartController_show }

export { $cartController as cartController, $cartController_addQuietly as cartController_addQuietly, $cartController_show as cartController_show }
