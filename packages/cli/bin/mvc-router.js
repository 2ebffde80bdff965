#!/usr/bin/env node
// npm links a command at installation, if its file is there. In a checkout the compiled command comes later.
import { existsSync } from 'node:fs'

const command = new URL('../dist/bin.js', import.meta.url)
if (existsSync(command)) await import(command)
else {
  console.error('mvc-router is not compiled yet: npm run build')
  process.exitCode = 2
}
