import { expect, test } from '@jest/globals'
import { Router, type RouterOptions } from '@mvc-router/router-core'

test.each<[option: keyof RouterOptions, value: unknown, expected: string]>([
  ['baseUrl', 'example.org', '"example.org" is not an http(s) URL'],
  ['baseUrl', 'ftp://example.org', '"ftp://example.org" is not an http(s) URL'],
  ['baseUrl', 'https://me@example.org', '"https://me@example.org" is not an http(s) URL'],
  ['baseUrl', 'https://:secret@example.org', '"https://:secret@example.org" is not an http(s) URL'],
  ['baseUrl', 'https://x.org/path', '"https://x.org/path" has a path; give the path as basePath'],
  ['baseUrl', 'https://x.org/?q', '"https://x.org/?q" has a path; give the path as basePath'],
  ['baseUrl', 'https://x.org/#f', '"https://x.org/#f" has a path; give the path as basePath'],
  [
    'allowedHosts',
    ['https://x'],
    '"https://x" is not a host; write example.org, example.org:8080, or .example.org for all of its subdomains',
  ],
  ['allowedHosts', 'example.org', "expected a list, such as ['example.org']"],
  ['maxParamLength', 0, 'expected a whole number from 1 to 8192'],
  ['maxParamLength', 8193, 'expected a whole number from 1 to 8192'],
  ['maxParamLength', 1.5, 'expected a whole number from 1 to 8192'],
  ['maxParamLength', Number.NaN, 'expected a whole number from 1 to 8192'],
  ['methodOverride', 'yes', "expected false, 'post' or 'compat'"],
  ['controllerNames', 'upper', "expected 'lower' or 'any'"],
  ['unencodedLiterals', 'allow', "expected 'refuse' or 'encode'"],
  ['reverseTrailingSlash', 'no', 'expected true or false'],
  ['basePath', 5, 'expected a path, such as /shop; scheme and host are given as baseUrl'],
  ['basePath', 'https://x.org', 'expected a path, such as /shop; scheme and host are given as baseUrl'],
  ['basePath', '/shop?x', 'expected a path, such as /shop; scheme and host are given as baseUrl'],
  ['basePath', '/shop#x', 'expected a path, such as /shop; scheme and host are given as baseUrl'],
  ['onWarning', 'console', 'expected a function that takes a message'],
  ['variables', null, 'expected an object'],
  ['modules', 'shop', 'expected an object'],
  ['controllers', null, 'expected an object'],
])('the option %s cannot be %j: %s', (option, value, expected) => {
  expect(() => Router.parse('', { [option]: value })).toThrow(
    expect.objectContaining({ code: 'E_CONFIG', option, message: `${option}: ${expected}` }),
  )
})

test.each<RouterOptions>([{ maxParamLength: 1 }, { maxParamLength: 8192 }, { baseUrl: 'http://x.org:80/' }])(
  'the options %j are accepted',
  (options) => {
    expect(Router.parse('GET /{x} a.b', options).routes).toHaveLength(1)
  },
)

test('Router.parse refuses a value that is not a string', () => {
  expect(() => Router.parse(Buffer.from('GET /x a.b') as unknown as string)).toThrow(
    'the text of a route file',
  )
})
