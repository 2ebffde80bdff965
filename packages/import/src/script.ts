// Syntax trees and manifests, also for the command line.
export { findFile, foldersAbove, readJson } from './lib/files.js'
export { patternNames } from './lib/script/declared-names.js'
export { exportsOf } from './lib/script/exported-names.js'
export { importLine } from './lib/script/import-line.js'
export { quoted } from './lib/script/quoted.js'
export { Scopes, type Binding } from './lib/script/scopes.js'
export { isDeclaration, isScript, scriptExtensions } from './lib/script/script-files.js'
export {
  childrenOf,
  firstMistake,
  isSyntaxNode,
  parseExpression,
  parseScript,
  parseTemplateCode,
  ScriptSyntaxException,
  statementsOf,
  templateExpression,
  visitSyntax,
  type SyntaxNode,
} from './lib/script/script-syntax.js'
export {
  childIn,
  cookedText,
  keyName,
  lastName,
  nameOf,
  nameOffset,
  nodeIn,
  nodesIn,
  textIn,
  withoutTypes,
} from './lib/script/syntax-fields.js'
export { applyEdits, lineEndOf, type TextEdit } from './lib/script/text-edits.js'
