import { describe, expect, test } from '@jest/globals'
import { describeLinkConformance, type LinkEngine, readLink } from '@mvc-router/link-conformance'
import { mergeArguments, reverseLink, templateReverser } from '@mvc-router/router-core/templates'

/** The smallest engine: template literals of JavaScript. They do not escape, so this engine escapes the URL. */
const templateLiterals: LinkEngine = {
  name: 'template literals',
  start:
    (router) =>
    ({ action, form, names, place }) =>
    async ({ args, route, wait }) => {
      await wait()
      const named = form === 'object' ? args : Object.fromEntries(names.map((name) => [name, args[name]]))
      const { url } = reverseLink(
        templateReverser(route, router),
        action,
        mergeArguments(action, undefined, named),
      )
      const html = url.replaceAll('&', '&amp;')
      switch (place) {
        case 'text':
          return `<p>${html}</p>`
        case 'double-quoted':
          return `<a href="${html}">link</a>`
        case 'single-quoted':
          return `<a href='${html}'>link</a>`
        case 'unquoted':
          return `<a href=${html}>link</a>`
      }
    },
}

describeLinkConformance(templateLiterals)

describe('readLink', () => {
  test.each(['<a href="/x">link</a>', `<a href='/x'>link</a>`, '<a href=/x>link</a>'])(
    'readLink finds the URL in %s',
    (html) => {
      expect(readLink(html, 'double-quoted')).toBe('/x')
    },
  )

  test('readLink decodes entities once', () => {
    expect(readLink('<a href="/x?a=1&amp;amp=2">link</a>', 'double-quoted')).toBe('/x?a=1&amp=2')
    expect(readLink('<p>/x?a=1&amp;lt=2</p>', 'text')).toBe('/x?a=1&lt=2')
  })

  test.each([
    '<a href="/x" onmouseover="alert(1)">link</a>',
    '<a href="/x"><script>alert(1)</script>link</a>',
    '<a href="/x">link</a><script>alert(1)</script>',
    '<a href="/x">"&gt;link</a>',
    '<a src="/x">link</a>',
    'no element',
    '',
  ])('readLink refuses %j', (html) => {
    expect(() => readLink(html, 'double-quoted')).toThrow(html)
  })
})
