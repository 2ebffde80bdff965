export { applyDiff } from './lib/apply-diff.js'
export { describeHostileConformance, type HostileEngine } from './lib/describe-hostile-conformance.js'
export { describeLinkConformance } from './lib/describe-link-conformance.js'
export type {
  ArgumentForm,
  LinkData,
  LinkEngine,
  LinkPlace,
  LinkTemplate,
  RenderLink,
} from './lib/link-engine.js'
export { linkPlaces } from './lib/link-places.js'
export { readLink } from './lib/read-link.js'
export { startReadmeApplication, type ReadmeApplication } from './lib/start-readme-application.js'
export { Tutorial, type TutorialStep } from './lib/tutorial.js'
export { describePageConformance, type PageEngine } from './lib/describe-page-conformance.js'
export { describeSignedConformance } from './lib/describe-signed-conformance.js'
export { describeTextConformance, type TextData, type TextEngine } from './lib/describe-text-conformance.js'
