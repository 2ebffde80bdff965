import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { loadGrammar } from '../load-grammar.js'

const { INITIAL } = createRequire(import.meta.url)('vscode-textmate')
const grammar = await loadGrammar()

/** Returns the text and the scope of each token except blanks. Leaves out the suffix that all scopes share. */
function pieces(line, state = INITIAL) {
  return grammar
    .tokenizeLine(line, state)
    .tokens.map(({ startIndex, endIndex, scopes }) => {
      const scope = scopes.at(-1).replace('.mvc-routes', '')
      return `${line.slice(startIndex, endIndex)} ${scope}`
    })
    .filter((piece) => /^\S/.test(piece))
}

void test('a line has a method, a path with variables and an action', () => {
  assert.deepEqual(pieces('GET|HEAD  /user/{<[0-9]+>id}/?  userController.show'), [
    'GET|HEAD keyword.control.method',
    '/user/ string.unquoted.path',
    '{ punctuation.definition.variable',
    '< punctuation.definition.constraint',
    '[0-9]+ string.regexp',
    '> punctuation.definition.constraint',
    'id variable.parameter',
    '} punctuation.definition.variable',
    '/? keyword.operator.optional',
    'userController entity.name.type.class.controller',
    '. punctuation.accessor',
    'show entity.name.function.action',
  ])
})

void test('fixed arguments have names and quoted values, and # begins a comment', () => {
  assert.deepEqual(pieces("GET /about pageController.show(page:'a\\'b')  # (not this)").slice(2), [
    'pageController entity.name.type.class.controller',
    '. punctuation.accessor',
    'show entity.name.function.action',
    '( punctuation.section.arguments',
    'page variable.parameter',
    ': punctuation.separator.key-value',
    "' string.quoted",
    'a string.quoted',
    "\\' constant.character.escape",
    'b string.quoted',
    "' string.quoted",
    ') punctuation.section.arguments',
    '# (not this) comment.line.number-sign',
  ])
})

void test('a host is part of the path', () => {
  assert.deepEqual(pieces('GET {shop}.example.org/ shopController.home').slice(1, 5), [
    '{ punctuation.definition.variable',
    'shop variable.parameter',
    '} punctuation.definition.variable',
    '.example.org/ string.unquoted.path',
  ])
})

for (const [line, expected] of [
  ['# GET /a b.c', ['# GET /a b.c comment.line.number-sign']],
  [
    '-> /account account.conf',
    ['-> keyword.control.include', '/account string.unquoted.path', 'account.conf string.unquoted.file'],
  ],
  [
    '+ use=signedIn,upload area=shop nocsrf',
    [
      '+ keyword.operator.modifiers',
      'use entity.other.attribute-name',
      '= punctuation.separator.key-value',
      'signedIn entity.name.function.middleware',
      ', punctuation.separator',
      'upload entity.name.function.middleware',
      'area entity.other.attribute-name',
      '= punctuation.separator.key-value',
      'shop string.unquoted',
      'nocsrf entity.other.attribute-name',
    ],
  ],
  [
    'GET(json,xml) /old redirect:301:@bookController.list',
    [
      'GET keyword.control.method',
      '( punctuation.section.formats',
      'json,xml constant.other.format',
      ') punctuation.section.formats',
      '/old string.unquoted.path',
      'redirect: keyword.control.redirect',
      '301 constant.numeric.status',
      ': keyword.control.redirect',
      '@ keyword.operator.action',
      'bookController entity.name.type.class.controller',
      '. punctuation.accessor',
      'list entity.name.function.action',
    ],
  ],
  [
    '* /assets/ staticDir:public',
    [
      '* keyword.control.method',
      '/assets/ string.unquoted.path',
      'staticDir: keyword.control.target',
      'public string.unquoted.file',
    ],
  ],
  [
    "GET /about view:pages/about.njk(title:'a')",
    [
      'GET keyword.control.method',
      '/about string.unquoted.path',
      'view: keyword.control.target',
      'pages/about.njk string.unquoted.file',
      '( punctuation.section.arguments',
      'title variable.parameter',
      ': punctuation.separator.key-value',
      "' string.quoted",
      'a string.quoted',
      "' string.quoted",
      ') punctuation.section.arguments',
    ],
  ],
  [
    'GET /gone 410 : gone for good',
    [
      'GET keyword.control.method',
      '/gone string.unquoted.path',
      '410 constant.numeric.status',
      ': punctuation.separator',
      'gone for good string.unquoted',
    ],
  ],
  [
    'GET /list [page !draft sort=new] bookController.list',
    [
      'GET keyword.control.method',
      '/list string.unquoted.path',
      '[ punctuation.section.conditions',
      'page variable.parameter',
      '! keyword.operator',
      'draft variable.parameter',
      'sort variable.parameter',
      '= keyword.operator',
      'new string.unquoted',
      '] punctuation.section.conditions',
      'bookController entity.name.type.class.controller',
      '. punctuation.accessor',
      'list entity.name.function.action',
    ],
  ],
]) {
  void test(`the grammar finds the tokens of ${line}`, () => assert.deepEqual(pieces(line), expected))
}

void test('every route of the bookshop has a method and a target, and no token continues on the next line', async () => {
  let state = INITIAL
  const lines = (
    await readFile(new URL('../../../examples/site/routes.conf', import.meta.url), 'utf8')
  ).split('\n')
  for (const line of lines) {
    const found = pieces(line, state).join('\n')
    state = grammar.tokenizeLine(line, state).ruleStack
    assert.equal(state.depth, 1, line)
    if (/^[A-Z*]/.test(line))
      assert.match(found, /keyword\.control\.method[^]*(?:entity\.name\.function|keyword\.control\.target)/)
  }
})
