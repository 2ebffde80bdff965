// Written by "mvc-router client" from routes.conf. Change the route file, and run the command again.
/* eslint-disable */
const action = /* @__PURE__ */ (() => {
  const base = ""
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
  return action
})()

const $cartController$addQuietly = /* @__PURE__ */ action("cartController.addQuietly", [["POST", ["/cart/items/", ["slug", /^(?:[a-z0-9-]+)$/u]], {}]], true)
const $cartController$show = /* @__PURE__ */ action("cartController.show", [["GET", ["/cart"], {}, 2]], true)

const $cartController = { addQuietly: $cartController$addQuietly, show: $cartController$show }

export { $cartController as cartController, $cartController$addQuietly as cartController_addQuietly, $cartController$show as cartController_show }
