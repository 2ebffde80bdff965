import { describe, expect, test } from '@jest/globals'
import { preprocessTags, TagSyntaxException } from '@mvc-router/view-ejs'
import fc from 'fast-check'

const directive = '<%@ taglib prefix="route" uri="/mvc-router" %>'

function problem(template: string): TagSyntaxException {
  try {
    preprocessTags(template, { filename: 'user.ejs' })
  } catch (error) {
    if (error instanceof TagSyntaxException) return error
    throw error
  }
  throw new Error(`No error in ${template}`)
}

describe('templates that stay unchanged', () => {
  test.each([
    ['a template without tags', '<p><%= user.name %></p>\n<svg:rect/> <a href="x:y">'],
    ['a tag in a string of code', `${directive}<% const s = "<route:reverse action='a.b'/>" %>`],
    ['a tag in a comment of code', `${directive}<% /* <route:nope> */ %>`],
    ['a tag in an EJS comment', `${directive}<%# <route:reverse action="a.b"> %>`],
    [
      'a tag in output code',
      `${directive}<%- "<route:nope/>" %><%= "<route:nope/>" %><%_ "<route:nope/>" _%>`,
    ],
    ['a tag in literal delimiters', `${directive}<%% <route:nope> %>`],
    ['a tag in literal delimiters that begin with ">"', `${directive}<%%> <route:nope> %>`],
    ['a tag in literal delimiters with code inside', `${directive}<%% <route:nope id="<%= 1 %>"> <%% %>`],
    ['the prefixes of other vocabularies', '<atom:link href="x"/><h:form action="/save"/><o:p/>'],
    ['code without an end, which EJS reports', `${directive}<% if (x) { <route:nope>`],
  ])('preprocessTags does not change %s', (_, template) => {
    expect(preprocessTags(template).replace('<%#@', '<%@')).toBe(template)
  })

  test('a <%% without an end does not hide the next tag', () => {
    const template = `${directive}Use <%% for code. <route:reverse action="a.b" id="<%= id %>"/>`
    expect(preprocessTags(template)).toContain('__routeTags.reverseHtml("a.b"')
  })
})

describe('tags that are replaced', () => {
  test('the directive becomes a comment with the same lines', () => {
    expect(preprocessTags(`${directive}\n`)).toBe('<%#@ taglib prefix="route" uri="/mvc-router" %>\n')
    expect(preprocessTags("<%@taglib\n  uri='/mvc-router'\n  prefix='r' -%>\nx")).toBe(
      "<%#@taglib\n  uri='/mvc-router'\n  prefix='r' -%>\nx",
    )
  })

  test('a tag without expressions becomes a single output tag', () => {
    expect(preprocessTags(`${directive}<route:reverse action="a.b" page="2"/>`)).toMatch(
      /<%- __routeTags\.reverseHtml\("a\.b", \{\["page"\]: "2"\}, \{template: "template", line: 1, column: 47, frame: ".*"\}\) %>$/,
    )
  })

  test('a tag in an HTML comment is replaced, because EJS code runs there, too', () => {
    expect(preprocessTags(`${directive}<!-- <route:reverse action="a.b"/> -->`)).toContain('<!-- <%- ')
  })

  test('a file can declare one or several prefixes', () => {
    const processed = preprocessTags(
      `${directive.replace('"route"', '"r"')}${directive.replace('"route"', '"to.it-1"')}<r:reverse action="a.b"/><to.it-1:reverse action="a.b"/>`,
    )
    expect(processed.match(/__routeTags\.reverse/g)).toHaveLength(2)
  })

  test('with strict or _with: false, the code reads the tags from the locals', () => {
    const template = `${directive}<route:reverse action="a.b"/>`
    expect(preprocessTags(template, { strict: true })).toContain('locals.__routeTags.reverse')
    expect(preprocessTags(template, { _with: false, localsName: 'it' })).toContain('it.__routeTags.reverse')
  })
})

describe('errors', () => {
  test.each([
    ['<route:reverse action="a.b"/>', 'E_TAG_UNDECLARED', 1, 'begin the file with <%@ taglib prefix="route"'],
    ['<route:url/>', 'E_TAG_UNDECLARED', 1, 'The prefix of <route:url> is not declared'],
    ['<r:reverse action="a.b"/>', 'E_TAG_UNDECLARED', 1, 'prefix="r" uri="/mvc-router"'],
    [
      '\n<r:link action="userController.showUser">',
      'E_TAG_UNDECLARED',
      1,
      'The prefix of <r:link> is not declared',
    ],
    [
      `${directive}<r:form action="user.save">`,
      'E_TAG_UNDECLARED',
      47,
      'declares the prefix "route": <route:form>',
    ],
    [`${directive}\n <route:url action="a.b"/>`, 'E_TAG_UNKNOWN', 2, 'There is no tag <route:url>'],
    [
      `${directive}\n <route:Reverse action="a.b"/>`,
      'E_TAG_UNKNOWN',
      2,
      '<route:reverse>, <route:link>, <route:form>',
    ],
    [`${directive}\n</route:url>`, 'E_TAG_UNKNOWN', 1, 'There is no tag <route:url>'],
    [`${directive}\n<a href="<route:reverse action="a.b">">`, 'E_TAG_UNTERMINATED', 10, 'end it with "/>"'],
    [`${directive}\n<a href="<route:reverse action="a.b"\n<b>`, 'E_TAG_UNTERMINATED', 10, 'does not end'],
    [`${directive}\n<route:reverse action="a.b"`, 'E_TAG_UNTERMINATED', 1, 'does not end'],
    [`${directive}\n<route:reverse action="a.b`, 'E_TAG_UNTERMINATED', 1, 'does not end'],
    [`${directive}\n<route:reverse action=`, 'E_TAG_UNTERMINATED', 1, 'does not end'],
    [`${directive}\n<route:reverse action="a.b" id="<%= id "/>`, 'E_TAG_UNTERMINATED', 1, 'does not end'],
    [`${directive}\n<route:reverse`, 'E_TAG_UNTERMINATED', 1, 'does not end'],
    [`${directive}\n<route:link action="a.b">x`, 'E_TAG_UNTERMINATED', 1, 'is not closed by </route:link>'],
    [
      `${directive}\n<route:link action="a.b">x</route:link`,
      'E_TAG_UNTERMINATED',
      27,
      '</route:link> does not end',
    ],
    [
      `${directive}\n<route:link action="a.b"></route:form>`,
      'E_TAG_SYNTAX',
      26,
      '</route:link> must come first',
    ],
    [`${directive}\n</route:link>`, 'E_TAG_SYNTAX', 1, 'no tag is open'],
    [`${directive}\n</route:reverse>`, 'E_TAG_SYNTAX', 1, 'no tag is open'],
    [`${directive}\n<route:reverse/>`, 'E_TAG_ACTION', 1, '<route:reverse> has no action'],
    [`${directive}\n<route:reverse id="1" action=""/>`, 'E_TAG_ACTION', 1, '<route:reverse> has no action'],
    [`${directive}\n<route:reverse action/>`, 'E_TAG_ATTRIBUTE', 16, '"action" has no value'],
    [
      `${directive}\n<route:reverse action="a.b" id="1"\nid="2"/>`,
      'E_TAG_DUPLICATE',
      1,
      '"id" is given twice',
    ],
    [
      `${directive}\n<route:link action="a.b" html:ID="1" html:id="2"/>`,
      'E_TAG_DUPLICATE',
      38,
      'given twice',
    ],
    [
      `${directive}\n<route:reverse action="a.b"id="1"/>`,
      'E_TAG_SYNTAX',
      28,
      'is a quote missing before this character?',
    ],
    [`${directive}\n<route:reverse action=a.b/>`, 'E_TAG_SYNTAX', 23, 'must be in quotes'],
    [
      `${directive}\n<route:reverse action="a.b" <%= x %>/>`,
      'E_TAG_SYNTAX',
      29,
      'into the value of an attribute',
    ],
    [
      `${directive}\n<route:reverse action="a.b" ="1"/>`,
      'E_TAG_SYNTAX',
      29,
      'Expected the name of an attribute',
    ],
    [
      `${directive}\n<route:reverse action="a.b" id="<% x %>"/>`,
      'E_TAG_ATTRIBUTE',
      33,
      'text and <%= value %> only',
    ],
    [
      `${directive}\n<route:reverse action="a.b" id="<%= %>"/>`,
      'E_TAG_ATTRIBUTE',
      33,
      'text and <%= value %> only',
    ],
    [
      `${directive}\n<route:reverse action="a.b" id="<%# x %>"/>`,
      'E_TAG_ATTRIBUTE',
      33,
      'text and <%= value %> only',
    ],
    [
      `${directive}\n<route:link action="a.b" @click="x"/>`,
      'E_TAG_ATTRIBUTE',
      26,
      'is written html:@click="…"',
    ],
    [
      `${directive}\n<route:link action="a.b" html:HREF="x"/>`,
      'E_TAG_ATTRIBUTE',
      26,
      'writes the attribute "href" itself',
    ],
    [
      `${directive}\n<route:form action="a.b" html:action="x"/>`,
      'E_TAG_ATTRIBUTE',
      26,
      'writes the attribute "action"',
    ],
    [
      `${directive}\n<route:link action="a.b" html:="x"/>`,
      'E_TAG_ATTRIBUTE',
      26,
      'Expected the name of an HTML attribute',
    ],
    [`${directive}\n<route:reverse action="a.b" html:class="x"/>`, 'E_TAG_ATTRIBUTE', 29, 'have no place'],
    [
      `${directive}\n<route:link action="a.b" to="<route:reverse action='a.b'/>"/>`,
      'E_TAG_SYNTAX',
      26,
      'cannot be in',
    ],
    [
      `${directive}\n<route:link action="a.b" html:x="<route:reverse/>"/>`,
      'E_TAG_SYNTAX',
      26,
      'cannot be in',
    ],
    ['<%@ taglib prefix="route" %>', 'E_TAG_DIRECTIVE', 1, 'The tag library "" is not known'],
    [
      '<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>',
      'E_TAG_DIRECTIVE',
      1,
      'not known here',
    ],
    ['<%@ taglib uri="/mvc-router" %>', 'E_TAG_DIRECTIVE', 1, 'needs a prefix'],
    ['<%@ taglib prefix="1" uri="/mvc-router" %>', 'E_TAG_DIRECTIVE', 1, 'needs a prefix'],
    [
      '<%@ taglib prefix="a" uri="/mvc-router" tagdir="x" %>',
      'E_TAG_DIRECTIVE',
      1,
      'a prefix and a uri only',
    ],
    ['<%@ taglib prefix=a uri="/mvc-router" %>', 'E_TAG_DIRECTIVE', 1, 'a prefix and a uri only'],
    ['<%@ taglib prefix="a" prefix="b" uri="/mvc-router" %>', 'E_TAG_DUPLICATE', 1, 'gives "prefix" twice'],
  ])('the template %j has the error %s at column %i', (template, code, column, message) => {
    const error = problem(template)
    expect(error).toMatchObject({ code, column, template: 'user.ejs' })
    expect(error.message).toContain(message)
  })

  test('an error shows the line, a caret and a hint', () => {
    expect(problem(`${directive}\n\n\t<a href="<route:nope/>">`).message).toBe(
      [
        'There is no tag <route:nope>',
        'user.ejs:3:11',
        '  \t<a href="<route:nope/>">',
        '  \t         ^',
        '  hint: the tags are <route:reverse>, <route:link>, <route:form>, <route:with>',
      ].join('\n'),
    )
  })

  test.each([
    ['<route:reverse', 'end it with "/>"'],
    ['<route:link', 'end it with "/>" or ">", and look for a missing quote'],
    ['<route:form', 'end it with "/>" or ">", and look for a missing quote'],
    ['<route:reverse action="a.b">', 'end it with "/>"'],
    ['<route:reverse action="a.b"id="1"/>', 'is a quote missing before this character?'],
    ['<route:reverse action=a.b/>', undefined],
    ['<route:link action="a.b">x', undefined],
    ['<route:reverse/>', 'action="controller.method" names the action to link to'],
    ['<route:link action="a.b" @x="1"/>', 'an attribute of the HTML element is written html:@x="…"'],
    ['<route:reverse action="a.b" @x="1"/>', undefined],
    [
      '<route:link action="a.b" to="<route:reverse/>"/>',
      "use <%= route('controller.method') %>, or is a quote missing?",
    ],
    ['<%@ taglib prefix="1" uri="/mvc-router" %>', 'write <%@ taglib prefix="route" uri="/mvc-router" %>'],
  ])('the hint for %j is %j', (template, hint) => {
    expect(problem(directive + template).hint).toBe(hint)
  })

  test('an error shows a part of a very long line', () => {
    const { message, column } = problem(`${directive}${'x'.repeat(50_000)}<route:nope/>${'y'.repeat(50_000)}`)
    expect(column).toBe(50_047)
    expect(message.length).toBeLessThan(500)
  })
})

function lineOf(text: string, marker: string): number {
  return text.slice(0, text.indexOf(marker)).split('\n').length
}

test('preprocessTags does not move any text to another line', () => {
  const piece = fc.constantFrom(
    '<route:reverse action="a.b"/>',
    '<route:reverse\n\taction=\'a.b\'\n  id="<%= a //\n %>"\n/>',
    '<route:reverse action="a\n.b" id="<%=\na -%>\n-<%- b %>"></route:reverse\n>',
    '<route:link action="a.b"\r\n html:class="x\n<% if (a) {\n %>y<% } %>"\n id="<%= a %>">text\n</route:link\n>',
    '<route:form\n\n action="a.b"\n\nhtml:id="f"\n/>',
    '<%@ taglib\nprefix="x"\n uri="/mvc-router" %>',
    '<%# comment\n <route:reverse %>',
    '<% /* <route:nope\n> */ %>',
    '<%% literal\n <route:nope> %>',
    '\n',
    '\r\n',
    '<!-- <p> -->',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const template = directive + pieces.map((text, index) => `[${index}]${text}`).join('')
      const processed = preprocessTags(template)
      pieces.forEach((_, index) =>
        expect(lineOf(processed, `[${index}]`)).toBe(lineOf(template, `[${index}]`)),
      )
      expect(processed.split('\n')).toHaveLength(template.split('\n').length)
    }),
  )
})
