export { actionTypes } from './lib/routes/action-types.js'
export { LinkChecker, type LinkFault } from './lib/check/check-link.js'
export type { ExitCode } from './lib/commands/command.js'
export { formatRouteFile, type FormattedRouteFile } from './lib/routes/format-route-file.js'
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
export { runCommand } from './lib/commands/run-command.js'
export { SourceText, type SourcePlace } from './lib/terminal/source-text.js'
export type { Terminal, TextStyle } from './lib/terminal/terminal.js'
