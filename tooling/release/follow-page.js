// Follows a page like a new user in an empty folder: writes its files, runs its commands, compares their output, opens
// the application, and follows a link. Prints the time that this took. Unlike Tutorial of link-conformance, it installs
// packages.
// Usage: node tooling/release/follow-page.js FOLDER PAGE
import { exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const [root, page] = process.argv.slice(2)
const text = readFileSync(page, 'utf8')
const port = await freePort()
const times = []
let folder = root
let server
try {
  for (const step of stepsOf(text)) await follow(step)
} finally {
  if (server?.exitCode === null) process.kill(-server.pid)
}
if (server === undefined) throw new Error(`${page} starts no server`)
const sum = times.reduce((total, { seconds }) => total + seconds, 0)
const list = times.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`).join(', ')
console.log(`${page}: ${sum.toFixed(1)} seconds (${list})`)

/** Returns the steps of the page, which are its blocks with files and commands. */
function stepsOf(document) {
  return [...document.matchAll(/(?:^`([\w./-]+)`\n\n)?^```(\w*)\n([^]*?)^```$/gm)].flatMap(
    ([, file, language, content]) => {
      if (file !== undefined) return [{ file, content }]
      const lines = content.trimEnd().split('\n')
      if (language === 'sh') return lines.map((command) => ({ command }))
      if (language !== 'console') return []
      return [{ command: lines[0].replace('$ ', ''), output: lines.slice(1).join('\n') }]
    },
  )
}

async function follow({ file, content, command, output }) {
  const start = performance.now()
  if (file !== undefined) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content.replaceAll('3000', String(port)))
    return
  }
  if (/^(?:node |npm run dev$)/.test(command)) {
    const env = { ...process.env, PORT: String(port) }
    server = spawn(command, { cwd: folder, env, shell: true, detached: true, stdio: 'inherit' })
    await followLink()
  } else {
    const printed = await run(command)
    if (output !== undefined && printed.trimEnd() !== output)
      throw new Error(`"${command}" prints\n${printed}\nand the page says\n${output}`)
  }
  times.push({ name: command.split(' ').slice(0, 3).join(' '), seconds: (performance.now() - start) / 1000 })
}

/** Opens the address that the page names, and follows the first link there. */
async function followLink() {
  const [, path = '/'] = /Open `http:\/\/localhost:3000(\/[^`]*)`/.exec(text) ?? []
  const origin = `http://localhost:${port}`
  const shown = await open(origin + path)
  const link = /<a href="([^"]+)"/.exec(shown)?.[1]
  if (link === undefined) throw new Error(`${path} has no link:\n${shown}`)
  const target = await open(new URL(link.replaceAll('&amp;', '&'), origin))
  console.log(
    `${link} leads to "${target
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .trim()
      .slice(0, 60)}"`,
  )
}

async function open(url) {
  for (;;) {
    try {
      const answer = await fetch(url)
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}:\n${body}`)
      return body
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if (server.exitCode !== null) throw new Error('The server has ended', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Runs a command in the folder where the last command ended. Returns its output and its errors. */
async function run(command) {
  const place = '"$FOLLOWED_FOLDER"'
  const options = { cwd: folder, env: { ...process.env, FOLLOWED_FOLDER: join(root, '.folder') } }
  const program = `${command}\nstatus=$?\npwd > ${place}\nexit $status`
  const { stdout, stderr } = await promisify(exec)(program, options).catch((error) => {
    // Exit code 1 is allowed, because a command such as `npx mvc-router check` ends with 1 if it finds a fault.
    if (error.code === 1 && command.startsWith('npx ')) return error
    throw error
  })
  folder = readFileSync(join(root, '.folder'), 'utf8').trim()
  return stdout + stderr
}

async function freePort() {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port: free } = probe.address()
  probe.close()
  return free
}
