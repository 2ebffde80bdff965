import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { testBadInputs } from './bad-input-cases.js'
import type { RunningServer } from './http-client.js'
import { startUsers } from './user-server.js'

let server: RunningServer
let written: unknown

class EchoController {
  echo(): unknown {
    return written
  }
}

const Blank = defineEntity({ name: 'Blank', key: { id: 'integer' }, fields: { name: 'string?' } })

class BlankController extends RepositoryBasedRestController<EntityOf<typeof Blank>, number> {
  requestMapping = '/blanks'

  constructor() {
    super(new MemoryRepository(Blank))
  }
}

beforeAll(async () => {
  server = await startUsers({
    controllers: { echoController: new EchoController(), blankController: new BlankController() },
    routes: 'GET /echo echoController.echo',
  })
})
afterAll(() => server.close())

async function expectPost(status: number, body: unknown): Promise<void> {
  const answer = await server.post('/users', body, { 'content-type': 'application/xml' })
  expect([answer.status, answer.text]).toEqual([status, answer.text])
}

/** Returns the XML that the server writes for a value. Throws if the XML is not well-formed. */
async function write(value: unknown): Promise<string> {
  written = value
  const { status, text } = await server.get('/echo', { accept: 'application/xml' })
  expect(status).toBe(200)
  new SaxesParser().write(text).close()
  return text.replace(/^<\?.*?\?>/, '')
}

testBadInputs('xml', {
  'xml-002': async () => {
    await expectPost(201, '<User><name>Ann</name></User>')
    await expectPost(400, '<!DOCTYPE a SYSTEM "http://evil/x.dtd"><User><name>Ann</name></User>')
  },
  'xml-004': () =>
    expectPost(
      400,
      `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(50_000)}">]><a><name>${'&x;'.repeat(5000)}</name></a>`,
    ),
  'xml-006': () => expectPost(400, '<!DOCTYPE a [<!ENTITY l.t "<script>">]><a><name>&l.t;</name></a>'),
  'xml-007': () => expectPost(400, '<User><name>&#9999999;</name></User>'),
  'xml-009': () => expectPost(400, '<constructor><prototype/></constructor>'),
  'xml-010': async () => {
    await expectPost(201, '<User __proto__="1"><name>Ann</name></User>')
    await expectPost(400, '<User><name>Ann</name><__proto__>1</__proto__></User>')
  },
  'xml-012': () => expectPost(400, '<a><b></a>'),
  'xml-014': () => expectPost(400, ''),
  'xml-015': () => expectPost(400, '<a/><b/>'),
  'xml-016': () => expectText('007'),
  'xml-017': () => expectText('0x1F'),
  'xml-019': () => expectPost(400, '<User><name>\u0000</name></User>'),
  'xml-020': () =>
    expectPost(400, Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a/>', 'utf16le')),
  'xml-021': () => expectPost(415, '<?xml version="1.0" encoding="EBCDIC"?><a/>'),
  'xml-023': async () => {
    expect(await write({ text: '\u0000\u000B\uD800a\uFFFEb\r\n' })).toBe(
      '<Object><text>\uFFFD\uFFFD\uFFFDa\uFFFDb&#13;\n</text></Object>',
    )
  },
  'xml-024': async () => {
    expect(await write({ text: ']]>', other: '-->' })).toBe(
      '<Object><text>]]&gt;</text><other>--&gt;</other></Object>',
    )
  },
})

async function expectText(name: string): Promise<void> {
  const { text } = await server.post('/users', `<User><name>${name}</name></User>`, {
    'content-type': 'text/xml',
  })
  expect(JSON.parse(text)).toMatchObject({ name })
}

test('the fields of an entity are read from XML by their declared types', async () => {
  const body = '<User><name><![CDATA[<Ann>]]></name><age>42</age><born>2020-01-02T03:04:05Z</born></User>'
  const { text } = await server.post('/users', body, { 'content-type': 'application/xml' })
  expect(JSON.parse(text)).toMatchObject({
    name: '<Ann>',
    age: 42,
    born: '2020-01-02T03:04:05.000Z',
    email: null,
  })
  await expectPost(400, '<User><name>Ann</name><age>many</age></User>')
  await expectPost(400, '<User><name>Ann</name><age><deep>1</deep></age></User>')
})

test('an XML element with only blanks and comments is an empty object', async () => {
  const bodies = ['<Blank/>', '<Blank></Blank>', '<Blank>\n</Blank>', '<Blank><!-- nothing --> </Blank>']
  for (const body of bodies) {
    const answer = await server.post('/blanks', body, { 'content-type': 'application/xml' })
    expect([body, answer.status]).toEqual([body, 201])
  }
  await expectPost(400, '<User>Ann</User>')
})

test('a PUT with the XML of a GET changes nothing', async () => {
  const created = await server.post('/users', { name: ' a & b\r\n', age: 7 })
  const path = String(created.headers.location)
  const { text } = await server.get(path, { accept: 'application/xml' })
  const put = await server.call({
    method: 'PUT',
    path,
    headers: { 'content-type': 'application/xml' },
    body: text,
  })
  expect([put.status, put.text]).toEqual([200, created.text])
})

test.each([
  ['elements', 'more than 10000 elements', (more: number) => `<a>${'<b/>'.repeat(9_999 + more)}</a>`],
  [
    'depth',
    'nested deeper than 64 levels',
    (more: number) => '<a>'.repeat(64 + more) + '</a>'.repeat(64 + more),
  ],
])('XML beyond the limit of %s is refused, and the answer names the limit', async (_, reported, body) => {
  const post = async (more: number): Promise<string> => {
    const answer = await server.post('/users', body(more), { 'content-type': 'application/xml' })
    expect(answer.status).toBe(400)
    return answer.text
  }
  expect(await post(1)).toContain(reported)
  expect(await post(0)).not.toContain(reported)
})

test('an XML element with xsi:nil is null, and an empty element is an empty text', async () => {
  const body =
    '<User xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><name/><age xsi:nil="true"/></User>'
  const { text } = await server.post('/users', body, { 'content-type': 'application/xml' })
  expect(JSON.parse(text)).toMatchObject({ name: '', age: null })
})

test('a property is written as an entry with a key if its name is not a valid XML name', async () => {
  expect(await write({ 'a b': 1, '1': [2, 3], '': 4, 'x"y': null })).toBe(
    '<Object><entry key="1">2</entry><entry key="1">3</entry><entry key="a b">1</entry><entry key="">4</entry></Object>',
  )
})

test('scalars and lists are written as XML with a root named after their type', async () => {
  expect(await write('x')).toBe('<String>x</String>')
  expect(await write(1.5)).toBe('<Number>1.5</Number>')
  expect(await write(2n ** 60n)).toBe('<Number>1152921504606846976</Number>')
  expect(await write(false)).toBe('<Boolean>false</Boolean>')
  expect(await write(null)).toBe('<Null/>')
  expect(await write([1, null, 'b', [true]])).toBe(
    '<List><item>1</item><item/><item>b</item><item><item>true</item></item></List>',
  )
})

test('the XML of any value is well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything({ withNullPrototype: false }), async (value) => {
      if (value !== undefined) await write({ value: structuredCloneOrText(value) })
    }),
    { numRuns: 200 },
  )
})

function structuredCloneOrText(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify({ value }, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item)),
  )
}
