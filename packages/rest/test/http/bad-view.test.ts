import { afterAll, beforeAll, expect } from '@jest/globals'
import { ConfigurationException } from '@mvc-router/router-core'
import { JsonView } from '@mvc-router/rest'
import { testBadInputs } from './bad-input-cases.js'
import type { RunningServer } from './http-client.js'
import { startUsers } from './user-server.js'

class SummaryView {}
class OtherView {}

class Author {
  @JsonView(SummaryView)
  name = 'Joshua'
  password = 'secret'
}

class Article {
  @JsonView(SummaryView)
  title = 'Views'
  @JsonView(SummaryView)
  author = new Author()
  review = 'long'
}

class SpecialArticle extends Article {
  unmarked = 'secret'
}

class OpenArticle extends Article {
  toJSON(): object {
    return { ...this, leaked: 'secret' }
  }
}

class ArticleController {
  @JsonView(SummaryView)
  nested(): object {
    return [new Article()]
  }

  all(): object {
    return new Author()
  }

  @JsonView(SummaryView)
  simple(): object {
    return { name: 'x', password: 'secret' }
  }

  @JsonView(SummaryView)
  subclass(): object {
    return new SpecialArticle()
  }

  @JsonView(SummaryView)
  withToJson(): object {
    return new OpenArticle()
  }
}

let server: RunningServer

beforeAll(async () => {
  server = await startUsers({
    controllers: { articleController: new ArticleController() },
    routes: `
GET /nested      articleController.nested
GET /all         articleController.all
GET /simple       articleController.simple
GET /subclass    articleController.subclass
GET /with-tojson articleController.withToJson
`,
  })
})
afterAll(() => server.close())

async function expectBodies(path: string, json: unknown, xml: string): Promise<void> {
  expect(JSON.parse((await server.get(path)).text)).toEqual(json)
  expect((await server.get(path, { accept: 'application/xml' })).text.replace(/^<\?.*?\?>/, '')).toBe(xml)
}

testBadInputs('view', {
  'view-003': () =>
    expectBodies(
      '/nested',
      [{ title: 'Views', author: { name: 'Joshua' } }],
      '<List><item><title>Views</title><author><name>Joshua</name></author></item></List>',
    ),
  'view-004': () =>
    expectBodies(
      '/all',
      { name: 'Joshua', password: 'secret' },
      '<Author><name>Joshua</name><password>secret</password></Author>',
    ),
  'view-005': () => expectBodies('/simple', {}, '<Object/>'),
  'view-006': () =>
    expectBodies(
      '/subclass',
      { title: 'Views', author: { name: 'Joshua' } },
      '<SpecialArticle><title>Views</title><author><name>Joshua</name></author></SpecialArticle>',
    ),
  'view-007': () =>
    expectBodies(
      '/with-tojson',
      { title: 'Views', author: { name: 'Joshua' } },
      '<OpenArticle><title>Views</title><author><name>Joshua</name></author></OpenArticle>',
    ),
  'view-009': () => {
    const missing: unknown = undefined
    expect(() => {
      class Controller {
        // @ts-expect-error -- a misspelt import is undefined at run time
        @JsonView(missing)
        list(): void {}
      }
      return Controller
    }).toThrow(ConfigurationException)
  },
  'view-010': () => {
    expect(() => {
      class Controller {
        @JsonView(SummaryView, OtherView)
        list(): void {}
      }
      return Controller
    }).toThrow(ConfigurationException)
  },
})
