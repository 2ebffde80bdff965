#!/usr/bin/env node
import { runCommand } from './lib/commands/run-command.js'
import { processTerminal } from './lib/terminal/terminal.js'

// Programs such as `head` close the pipe early. This is not an error.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit()
  process.stderr.write(`Cannot write the output: ${message}\n`)
  process.exit(2)
})

process.exitCode = await runCommand(process.argv.slice(2), processTerminal())
// A configuration may have opened connections or timers that keep the process alive.
for (const stream of [process.stdout, process.stderr])
  await new Promise((resolve) => stream.write('', resolve))
process.exit()
