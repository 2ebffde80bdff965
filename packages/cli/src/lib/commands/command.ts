import { type CommandArguments, type CommandOptions } from '../options/command-options.js'
import type { Terminal } from '../terminal/terminal.js'

/** 0: success. 1: the command found something. 2: wrong usage, or the command had nothing to look at. */
export type ExitCode = 0 | 1 | 2

export interface Command {
  readonly name: string
  /** The description in the list of commands. */
  readonly summary: string
  /** The arguments after the name, for `--help`. */
  readonly synopsis: string
  /** A whole command line, for `--help`. */
  readonly example: string
  readonly options: CommandOptions
  /** The positional arguments and their meaning. */
  readonly names?: readonly (readonly [name: string, meaning: string])[]
  /** False if the command takes only options. */
  readonly takesNames?: false
  /** False if the command does not use the options of route files. */
  readonly readsRoutes?: false
  /** The exit code for invalid route files. Default: 1. */
  readonly brokenRouteFiles?: 2
  run(args: CommandArguments, terminal: Terminal): Promise<ExitCode>
}
