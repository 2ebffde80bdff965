import { feathersQuestions, nestQuestions, ourQuestions } from './questions.js'
import type { RestApi } from './rest-api.js'
import { stores } from './stores.js'

export const ours = 'mvc-router'
export const byHand = 'Express by hand'

const sqlStores = ['SQLite', 'PostgreSQL'] as const

/** Those that are not written by hand are CRUD frameworks. */
export const restApis: ReadonlyMap<string, RestApi> = new Map<string, RestApi>([
  [
    ours,
    {
      stores,
      questions: ourQuestions,
      load: async () => (await import('./apis/mvc-router.js')).startMvcRouter,
    },
  ],
  [
    byHand,
    {
      stores,
      questions: ourQuestions,
      load: async () => (await import('./apis/express-by-hand.js')).startExpress,
    },
  ],
  [
    'Fastify by hand',
    {
      stores,
      questions: ourQuestions,
      load: async () => (await import('./apis/fastify-by-hand.js')).startFastify,
    },
  ],
  [
    'Feathers',
    {
      stores: sqlStores,
      questions: feathersQuestions,
      load: async () => (await import('./apis/feathers.js')).startFeathers,
    },
  ],
  [
    'NestJS with @dataui/crud',
    {
      stores: sqlStores,
      questions: nestQuestions,
      load: async () => (await import('./apis/nest.js')).startNest,
    },
  ],
])
