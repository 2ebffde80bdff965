import { expect, test } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { isLocalClient } from '../../dist/lib/http/development/local-client.js'

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.0.7', false],
  ['::ffff:192.168.0.7', false],
  ['fe80::1', false],
  ['1270.0.0.1', false],
  ['127.0.0.1.9', false],
  ['', false],
  [undefined, false],
])('isLocalClient for the address %s is %s', (remoteAddress, isLocal) => {
  const socket = { remoteAddress } as IncomingMessage['socket']
  expect(isLocalClient({ socket, headers: { host: 'localhost' }, httpVersion: '1.1' })).toBe(isLocal)
})

test.each([
  'Forwarded',
  'X-Forwarded-Proto',
  'Via',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'Fastly-Client-IP',
])('a client that sends the header %s of a proxy is not local', (header) => {
  const socket = { remoteAddress: '127.0.0.1' } as IncomingMessage['socket']
  const headers = { host: 'localhost', [header.toLowerCase()]: '127.0.0.1' }
  expect(isLocalClient({ socket, headers, httpVersion: '1.1' })).toBe(false)
})

test('a client of HTTP 1.0 is not local, because a proxy may have sent the request', () => {
  const socket = { remoteAddress: '127.0.0.1' } as IncomingMessage['socket']
  const isLocal = (httpVersion: string): boolean =>
    isLocalClient({ socket, headers: { host: 'localhost:3000' }, httpVersion })
  expect([isLocal('1.0'), isLocal('1.1'), isLocal('2.0')]).toEqual([false, true, true])
})
