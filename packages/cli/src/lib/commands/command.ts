import { type CommandArguments, type CommandOptions } from '../options/command-options.js'
import type { Terminal } from '../terminal/terminal.js'

/** 0: all is well. 1: something was found. 2: the command was not used as it can be. */
export type ExitCode = 0 | 1 | 2

/** One command: `mvc-router NAME`. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What stands behind the name. */
  readonly synopsis: string
  /** As somebody types it. */
  readonly example: string
  readonly options: CommandOptions
  /** What may stand beside the options, and what it means. */
  readonly names?: readonly (readonly [name: string, meaning: string])[]
  /** Whether anything may stand beside the options; by default, it may. */
  readonly takesNames?: false
  /** Where mistakes in route files are nothing that the command looks for, and keep it from looking. */
  readonly brokenRouteFiles?: 2
  run(args: CommandArguments, terminal: Terminal): Promise<ExitCode>
}
