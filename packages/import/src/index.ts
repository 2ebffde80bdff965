export {
  importApplication,
  importSignature,
  type ImportedApplication,
  type ImportOptions,
} from './lib/import-application.js'
export { ImportException } from './lib/import-exception.js'
export { shownPath, shownPlace } from './lib/files.js'
export { findStartCommand, type StartCommand, type StartOptions } from './lib/record/start-command.js'
export {
  recordApplication,
  shownCommand,
  type RecordingProcess,
  type RecordOptions,
} from './lib/record/record-application.js'
export type * from './lib/record/recorded-application.js'
export type { Verification } from './lib/verify/verify-application.js'
