export { actionTypes } from './lib/action-types.js'
export { LinkChecker, type LinkFault } from './lib/check-link.js'
export type { ExitCode } from './lib/command.js'
export { formatRouteFile, type FormattedRouteFile } from './lib/format-route-file.js'
export {
  LinkFinder,
  enginesByExtension,
  templateEngines,
  type LinkFinderOptions,
  type TemplateEngine,
} from './lib/links/find-links.js'
export type { NunjucksOptions } from './lib/links/nunjucks-links.js'
export type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  LinkPurpose,
  LinkValue,
  TemplateLink,
  TemplateProblem,
} from './lib/links/template-link.js'
export { runCommand } from './lib/run-command.js'
export { SourceText, type SourcePlace } from './lib/source-text.js'
export type { Terminal, TextStyle } from './lib/terminal.js'
