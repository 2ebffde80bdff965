// Functions for view packages and the command; applications do not need them.
export { codeFrame } from './lib/code-frame.js'
export { nearestNames } from './lib/nearest-names.js'
export { SourceLines } from './lib/source-lines.js'
export { checkOptions, type OptionNames } from './lib/check-options.js'
export type { RequestReverser } from './lib/templates/current-reverser.js'
export { escapeHtml, escapesUrlsAsHtml } from './lib/escape-html.js'
export { formTarget, pageForm, type FormTarget } from './lib/templates/form-target.js'
export { createModelAttribute, type CurrentAction } from './lib/templates/model-attribute.js'
export {
  linkHtml,
  linkUrl,
  printedLink,
  reverseLink,
  signedLink,
  signedLinkByName,
  type TemplateRouter,
} from './lib/templates/reverse-link.js'
export { withQuery } from './lib/templates/with-query.js'
export { templateArguments, templateAction } from './lib/templates/template-arguments.js'
export {
  linkOptionNames,
  readLinkOptions,
  type TemplateLinkSettings,
} from './lib/templates/read-link-options.js'
export {
  isModelAttribute,
  mergeArguments,
  pageWith,
  templateReverser,
  type TemplateLinkOptions,
} from './lib/templates/template-link.js'
export { locateError, type TemplatePosition } from './lib/templates/template-position.js'
export { parseActionCall, type ActionCall } from './lib/syntax/action-call.js'
export { encodeLiteral } from './lib/syntax/percent-encoding.js'
