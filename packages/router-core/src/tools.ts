export { nearMisses, type LineExplanation, type MismatchReason } from './lib/matching/explain-match.js'
export { actionText, routeColumns, routeJson } from './lib/routes/describe-route.js'
