export { actionTypes } from './lib/routes/action-types.js'
export { LinkChecker, type LinkFault } from './lib/check/check-link.js'
export type { ExitCode } from './lib/commands/command.js'
export { formatRouteFile, type FormattedRouteFile } from './lib/routes/format-route-file.js'
export { enginesByExtension, LinkFinder, templateEngines } from './lib/engines/engines.js'
export {
  type EngineOptions,
  type EngineProject,
  type NunjucksOptions,
  type TemplateEngine,
} from './lib/engines/template-engine.js'
export type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  LinkPurpose,
  LinkValue,
  TemplateLink,
  TemplateProblem,
} from './lib/engines/template-link.js'
export { runCommand } from './lib/commands/run-command.js'
export { SourceText, type SourcePlace } from './lib/terminal/source-text.js'
export type { Terminal, TextStyle } from './lib/terminal/terminal.js'
