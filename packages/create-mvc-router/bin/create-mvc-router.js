#!/usr/bin/env node
// npm links a command at installation only if its file exists. A checkout is compiled later, so it needs this file.
import { existsSync } from 'node:fs'

const [major] = process.versions.node.split('.').map(Number)
const command = new URL('../dist/bin.js', import.meta.url)
if (major < 20) {
  console.error(`create-mvc-router needs Node 20.19 or later, and this is Node ${process.versions.node}`)
  process.exitCode = 2
} else if (existsSync(command)) await import(command)
else {
  console.error('create-mvc-router is not compiled yet: npm run build')
  process.exitCode = 2
}
