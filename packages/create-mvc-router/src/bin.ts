import { runCreate } from './lib/run-create.js'

process.exitCode = await runCreate(process.argv.slice(2), {
  cwd: process.cwd(),
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  print: console.log,
  complain: console.error,
})
