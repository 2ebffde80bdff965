#!/usr/bin/env node
import { runCommand } from './lib/commands/run-command.js'
import { processTerminal } from './lib/terminal/terminal.js'

// A reader that has seen enough, as `head` has, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommand(process.argv.slice(2), processTerminal())
