import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { applyDiff } from './apply-diff.js'

/** A step of a tutorial: a file to write or change, or a command. */
export interface TutorialStep {
  /** The place, and the file or command: `docs/tutorial.md:42 npx mvc-router check`. */
  readonly title: string
  /** The output in the document; empty for files. */
  readonly shown: string
  /** @returns `shown` if it matches the output (`…` matches any text); otherwise the output */
  readonly run: () => Promise<string>
}

/**
 * Runs the steps of a document in a new folder:
 *
 * - A line with only a file name, followed by a code block, writes a file. A `diff` block changes the file.
 * - A line that begins with `$` in a `console` block is a command. Its output follows, in which `…` matches any text.
 * - A server runs until the next server starts, on a free port instead of 3000.
 * - `npm install` only writes to package.json, because the packages are installed.
 * - `mvc-router/` is a link to the repository.
 */
export class Tutorial {
  readonly steps: readonly TutorialStep[]
  /** The current folder, which `cd` changes. */
  folder: string
  readonly #root: string
  #server: ChildProcess | undefined
  #port = 3000

  /** @param home a folder of the repository in which `import` finds the packages */
  constructor(document: string, home: string) {
    mkdirSync(home, { recursive: true })
    this.#root = mkdtempSync(join(resolve(home), 'tutorial-'))
    this.folder = this.#root
    symlinkSync(resolve('.'), join(this.#root, 'mvc-router'))
    this.steps = this.#read(document)
  }

  /** Stops the running program and removes the folder. */
  async stop(): Promise<void> {
    await this.#stopServer()
    rmSync(this.#root, { recursive: true, force: true })
  }

  #read(document: string): TutorialStep[] {
    const text = readFileSync(document, 'utf8')
    const block = /^(?:`([\w./-]+)`\n\n)?```(\w*)\n([^]*?)^```$/gm
    return [...text.matchAll(block)].flatMap(({ 0: all, 1: file, 2: language, 3: content = '', index }) => {
      const line = text.slice(0, index).split('\n').length
      const at = (offset: number): string => `${document}:${line + offset}`
      if (language === 'console') return this.#commands(content, at)
      if (file === undefined) return []
      const write = async (): Promise<string> => {
        const path = join(this.folder, file)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, language === 'diff' ? applyDiff(readFileSync(path, 'utf8'), content) : content)
        return ''
      }
      return [{ title: `${at(0)} ${file}`, shown: '', run: write, all }]
    })
  }

  #commands(content: string, at: (offset: number) => string): TutorialStep[] {
    const steps: TutorialStep[] = []
    for (const [index, text] of content.split(/^(?=\$ )/m).entries()) {
      const [first = '', ...rest] = text.replaceAll('\\\n', '').split('\n')
      const command = first.slice(2)
      const shown = rest.join('\n').trimEnd()
      const offset =
        1 +
        content
          .split(/^(?=\$ )/m)
          .slice(0, index)
          .join('')
          .split('\n').length -
        1
      const run = async (): Promise<string> => this.#agreeing(command, shown)
      steps.push({ title: `${at(offset)} ${command}`, shown, run })
    }
    return steps
  }

  /**
   * Runs a command. Repeats `curl URL` for at most ten seconds, until its output is as shown, because route files are
   * read in the background.
   */
  async #agreeing(command: string, shown: string): Promise<string> {
    const pattern = patternOf(shown)
    const deadline = Date.now() + (/^curl [^-]/.test(command) ? 10_000 : 0)
    for (;;) {
      const printed = (await this.#run(command)).trimEnd()
      if (pattern.test(printed)) return shown
      if (Date.now() >= deadline) return printed
      await wait(50)
    }
  }

  async #run(command: string): Promise<string> {
    const [program = '', ...words] = command.split(' ')
    if (program === 'cd') {
      this.folder = resolve(this.folder, words[0] ?? '')
      return ''
    }
    if (program === 'npm' && words[0] === 'install') return this.#install(words.slice(1))
    if (program === 'npm' && words[0] === 'start') return this.#start(await this.#startScript())
    if (program === 'node') return this.#start(command)
    const own = command
      .replaceAll('npx mvc-router', `"${process.execPath}" "${resolve('packages/cli/bin/mvc-router.js')}"`)
      .replaceAll('localhost:3000', `localhost:${this.#port}`)
      .replace(/^curl /, 'curl --silent ')
    const { output } = await shell(own, this.folder)
    return this.#asShown(output)
  }

  async #startScript(): Promise<string> {
    const manifest = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')) as {
      scripts: { start: string }
    }
    return manifest.scripts.start
  }

  /** Writes the dependencies to package.json as npm does. */
  async #install(words: readonly string[]): Promise<string> {
    const path = join(this.folder, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
    const field = words.includes('--save-dev') ? 'devDependencies' : 'dependencies'
    const installed = createRequire(path)
    for (const name of words.filter((word) => !word.startsWith('-'))) {
      const folder = installed.resolve.paths(name)?.find((each) => isPackage(join(each, name)))
      if (folder === undefined) throw new Error(`${name} is not installed`)
      const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
        version: string
      }
      manifest[field] = Object.fromEntries(
        Object.entries({ ...manifest[field], [name]: `^${version}` }).toSorted(([a], [b]) =>
          a < b ? -1 : 1,
        ),
      )
    }
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
    return ''
  }

  /** Starts a program, and waits until the program prints its port or ends. */
  async #start(command: string): Promise<string> {
    await this.#stopServer()
    const [program = '', ...args] = command.split(' ')
    const server = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: this.folder,
      env: { ...process.env, PORT: '0', NODE_ENV: 'development' },
    })
    this.#server = server
    let output = ''
    const listens = new Promise<void>((done) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString()
        const port = /localhost:(\d+).*\n/.exec(output)?.[1]
        if (port === undefined) return
        this.#port = Number(port)
        done()
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
    })
    await Promise.race([listens, once(server, 'close')])
    return this.#asShown(output)
  }

  async #stopServer(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill()
    await once(server, 'close')
  }

  #asShown(output: string): string {
    return output.replaceAll('\r\n', '\n').replaceAll(`localhost:${this.#port}`, 'localhost:3000')
  }
}

function isPackage(folder: string): boolean {
  try {
    readFileSync(join(folder, 'package.json'))
    return true
  } catch {
    return false
  }
}

function patternOf(shown: string): RegExp {
  const text = shown.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${text.replaceAll(/^…$/gm, '[^]*').replaceAll('…', '.*')}$`)
}

async function shell(command: string, cwd: string): Promise<{ output: string }> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
  const env = { ...process.env, PATH: path, NO_COLOR: '1', NODE_ENV: 'development' }
  return new Promise((done) => {
    execFile('sh', ['-c', `exec 2>&1; ${command}`], { cwd, env, encoding: 'utf8' }, (_, stdout) =>
      done({ output: stdout }),
    )
  })
}
