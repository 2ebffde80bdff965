import { expect, test } from '@jest/globals'
import {
  Answers,
  ClientLog,
  corsFilter,
  createJsonMapper,
  createWebServer,
  defineEntity,
  defineModel,
  Entity,
  jsonViews,
  MemoryRepository,
  RestModule,
  SerializerModules,
} from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'

const key = { id: 'integer' } as const
const declaration = { name: 'Item', key, fields: {} }
const Item = defineEntity(declaration)
const Part = { name: 'Part', fields: {} }

/** Functions that take options, each with a misspelt option and the right option. */
const callers: readonly (readonly [string, (options: never) => unknown, string, string])[] = [
  ['createWebServer', createWebServer, 'controler', 'controllers'],
  ['createWebServer with an option of the module', createWebServer, 'secretkey', 'secretKey'],
  ['createWebServer with a part of CORS', (cors) => createWebServer({ cors }), 'allowOrigins', 'allowOrigin'],
  ['RestModule', (options) => new RestModule(options), 'requestTimout', 'requestTimeout'],
  ['the body of RestModule', (body) => new RestModule({ body }), 'limits', 'limit'],
  [
    'the documents of RestModule',
    (given: object) => new RestModule({ documents: { title: 't', version: '1', ...given } }),
    'securityScheme',
    'securitySchemes',
  ],
  [
    'the validation of RestModule',
    (validation) => new RestModule({ profiles: ['vendor-web-server', 'vendor-validation'], validation }),
    'model',
    'models',
  ],
  [
    'the messages of a language',
    (en) =>
      new RestModule({
        profiles: ['vendor-web-server', 'vendor-validation'],
        validation: { messages: { en } },
      }),
    'NotNul',
    'NotNull',
  ],
  ['corsFilter', corsFilter, 'maxage', 'maxAge'],
  ['ClientLog', (options) => new ClientLog(options), 'ratelimit', 'rateLimit'],
  ['createJsonMapper', createJsonMapper, 'module', 'modules'],
  [
    'a module',
    (module: object) => new SerializerModules([{ type: Date, ...module }]),
    'serialise',
    'serialize',
  ],
  ['jsonViews', (views) => jsonViews(class {}, views), 'method', 'methods'],
  ['Answers', (options) => Answers(Item, options), 'many_', 'many'],
  ['MemoryRepository', (options) => new MemoryRepository(Item, options), 'relation', 'relations'],
  ['repositoryContract', repositoryContract, 'lack', 'lacks'],
  ['Entity', (options) => Entity(options), 'tabel', 'table'],
  ['defineEntity', (given: object) => defineEntity({ ...declaration, ...given }), 'versions', 'version'],
  [
    'a key',
    (id: object) => defineEntity({ ...declaration, key: { id: { type: 'integer', ...id } } }),
    'colum',
    'column',
  ],
  [
    'a field',
    (x: object) => defineEntity({ ...declaration, fields: { x: { type: 'string', ...x } } }),
    'readonly',
    'readOnly',
  ],
  [
    'a length',
    (length) => defineEntity({ ...declaration, fields: { x: { type: 'string', length } } }),
    'mex',
    'max',
  ],
  [
    'a range',
    (range) => defineEntity({ ...declaration, fields: { x: { type: 'integer', range } } }),
    'mim',
    'min',
  ],
  [
    'digits',
    (digits) => defineEntity({ ...declaration, fields: { x: { type: 'decimal', digits } } }),
    'fractions',
    'fraction',
  ],
  [
    'a relation',
    (x: object) => defineEntity({ ...declaration, relations: { x: { entity: () => Item, by: 'id', ...x } } }),
    'mani',
    'many',
  ],
  ['defineModel', (given: object) => defineModel({ ...Part, ...given }), 'descripton', 'description'],
  [
    'a field of a model',
    (x: object) => defineModel({ ...Part, fields: { x: { type: 'string', ...x } } }),
    'patern',
    'pattern',
  ],
]

test.each(callers)(
  '%s refuses a misspelt option and names the nearest option',
  async (_name, call, given, nearest) => {
    await expect((async () => call({ [given]: undefined } as never))()).rejects.toMatchObject({
      code: 'E_CONFIG',
      option: given,
      message: expect.stringMatching(new RegExp(`"${given}".*\\b${nearest}\\b`)),
    })
  },
)

test.each([5, null, 'all', true])('RestModule refuses %p as options', (options) => {
  expect(() => new RestModule(options as never)).toThrow('RestModule: expected options as an object')
})
