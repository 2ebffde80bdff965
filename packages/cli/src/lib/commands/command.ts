import { type CommandArguments, type CommandOptions } from '../options/command-options.js'
import type { Terminal } from '../terminal/terminal.js'

/** 0: all is well. 1: something was found. 2: the command was used wrongly. */
export type ExitCode = 0 | 1 | 2

/** A command: `mvc-router NAME`. */
export interface Command {
  readonly name: string
  /** The line in the list of commands. */
  readonly summary: string
  /** The arguments after the name, for the help. */
  readonly synopsis: string
  /** A whole command line, for the help. */
  readonly example: string
  readonly options: CommandOptions
  /** The arguments that are not options, and their meaning. */
  readonly names?: readonly (readonly [name: string, meaning: string])[]
  /** `false` for a command that takes only options. */
  readonly takesNames?: false
  /** False for a command that has no use for the options of route files. */
  readonly readsRoutes?: false
  /** The exit code for mistakes in route files, if the command does not look for them. Default: 1. */
  readonly brokenRouteFiles?: 2
  run(args: CommandArguments, terminal: Terminal): Promise<ExitCode>
}
