export type {
  ArgumentForm,
  LinkData,
  LinkEngine,
  LinkPlace,
  LinkTemplate,
  RenderLink,
} from './lib/link-engine.js'
