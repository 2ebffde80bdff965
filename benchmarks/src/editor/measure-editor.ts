import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createRandom, pick, type Random } from '../random.js'
import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import type { Figure } from '../report/figure.js'
import { quantile, spreadOf } from '../statistics.js'
import { LanguageClient } from './language-client.js'
import { projectSize, writeProject, type ProjectFiles } from './write-project.js'

/** What an editor asks, and of which files. */
const questions: readonly {
  readonly name: string
  readonly method: string
  readonly of: keyof ProjectFiles
}[] = [
  { name: 'completion of an action in a template', method: 'completion', of: 'templates' },
  { name: 'completion of an action in a route file', method: 'completion', of: 'routes' },
  { name: 'completion of an action in a program', method: 'completion', of: 'programs' },
  { name: 'hover over a link', method: 'hover', of: 'templates' },
  { name: 'hover over a line', method: 'hover', of: 'routes' },
  { name: 'definition of a link', method: 'definition', of: 'templates' },
  { name: 'definition of a line', method: 'definition', of: 'routes' },
  { name: 'definition of a method', method: 'definition', of: 'controllers' },
  { name: 'references of an action', method: 'references', of: 'routes' },
  { name: 'rename of an action', method: 'rename', of: 'templates' },
  { name: 'formatting of the route file', method: 'formatting', of: 'routes' },
]

/** When it is asked: the file is as it was, a key was pressed just now, or all is being checked because of one. */
const moments = ['unchanged', 'after a keystroke', 'during the check'] as const

const rounds = 20

/** The answers of the language server, one question at a time, over its streams. */
export async function measureEditor(): Promise<BenchTable> {
  const folder = mkdtempSync(join(tmpdir(), 'mvc-router-editor-'))
  try {
    return await measureIn(folder, writeProject(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureIn(folder: string, files: ProjectFiles): Promise<BenchTable> {
  const random = createRandom(7)
  const first = { atOnce: [] as number[], onceRead: [] as number[] }
  // A server reads the project when it starts. Several of them are asked at once, and several when they have done so.
  for (const times of [first.atOnce, first.onceRead])
    for (let start = 0; start < 5; start++) {
      const editor = await Editor.start(folder)
      if (times === first.onceRead) await editor.untilQuiet()
      const file = pick(random, files.templates)
      editor.open(file)
      times.push(await editor.ask('hover', file, random))
      await editor.stop()
    }
  const editor = await Editor.start(folder)
  await editor.untilQuiet()
  const rows = new Map<string, Record<(typeof moments)[number], number[]>>()
  for (const { name } of questions)
    rows.set(name, { unchanged: [], 'after a keystroke': [], 'during the check': [] })
  for (const file of [
    ...files.routes,
    ...files.templates.slice(0, 40),
    ...files.programs,
    ...files.controllers,
  ])
    editor.open(file)
  await editor.untilQuiet()
  const marks: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const { name, method, of } of questions)
      for (const moment of moments) {
        const open = of === 'templates' ? files.templates.slice(0, 40) : files[of]
        const file = pick(random, open)
        if (moment !== 'unchanged') editor.type(file)
        if (moment === 'during the check') await sleep(35 + random() * 60)
        rows.get(name)?.[moment].push(await editor.ask(method, file, random))
        if (moment === 'during the check') await editor.untilQuiet()
      }
  for (let round = 0; round < rounds; round++)
    marks.push(await editor.mark(pick(random, files.templates.slice(0, 40))))
  await editor.stop()
  return toTable(rows, first, marks)
}

function toTable(
  rows: ReadonlyMap<string, Record<(typeof moments)[number], readonly number[]>>,
  first: { readonly atOnce: readonly number[]; readonly onceRead: readonly number[] },
  marks: readonly number[],
): BenchTable {
  const { routes, templates, linksPerTemplate, programs, controllers } = projectSize
  const longest = [
    longestOf('first hover of a process that has read the project', first.onceRead),
    ...[...rows].map(([name, times]) =>
      longestOf(
        name,
        moments.flatMap((moment) => times[moment]),
      ),
    ),
  ]
  return {
    title: `${routes} routes, ${templates} templates with ${templates * linksPerTemplate} links, ${controllers} controllers, ${programs} more programs`,
    unit: 'ms, median / 99th percentile / longest',
    columns: [...moments],
    rows: [
      single('first hover of a new process, asked while it reads the project', first.atOnce),
      single('first hover of a new process that has read the project', first.onceRead),
      single('mark of a mistake that is typed in a template, with the pause that waits for more keys', marks),
      ...[...rows].map(([name, times]) => ({
        name,
        value: quantile(times.unchanged, 0.5),
        isOurs: true,
        cells: moments.map((moment) => formatTimes(times[moment])),
      })),
    ],
    figures: longest,
    note: 'CPU of the main thread of the server between question and answer.',
  }
}

function longestOf(name: string, times: readonly number[]): Figure {
  const max = Math.max(...times)
  const measured = { median: max, p10: spreadOf(times).p10, p90: max }
  return { name: `Longest answer: ${name}`, bound: { atMost: 50 }, unit: 'ms', measured }
}

function single(name: string, times: readonly number[]): BenchTable['rows'][number] {
  return { name, value: quantile(times, 0.5), isOurs: true, cells: [formatTimes(times), '', ''] }
}

function formatTimes(times: readonly number[]): string {
  return [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(formatNumber).join(' / ')
}

/** The side of the editor. */
class Editor {
  readonly #client: LanguageClient
  readonly #folder: string
  readonly #texts = new Map<string, string>()
  #version = 1
  #onMarks: ((uri: string) => void) | undefined

  private constructor(folder: string) {
    const require = createRequire(import.meta.url)
    const program = require.resolve('@mvc-router/cli').replace(/index\.js$/, 'bin.js')
    this.#folder = folder
    this.#client = new LanguageClient(program, ['lsp', '--stdio'], folder)
    this.#client.on('textDocument/publishDiagnostics', (params) =>
      this.#onMarks?.((params as { uri: string }).uri),
    )
  }

  static async start(folder: string): Promise<Editor> {
    const editor = new Editor(folder)
    const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: 'measured' }]
    await editor.#client.request('initialize', { processId: process.pid, capabilities: {}, workspaceFolders })
    editor.#client.notify('initialized', {})
    return editor
  }

  async stop(): Promise<void> {
    await this.#client.stop()
  }

  open(file: string): void {
    const text = this.#textOf(file)
    this.#texts.set(file, text)
    this.#client.notify('textDocument/didOpen', {
      textDocument: { uri: this.#uriOf(file), languageId: 'text', version: this.#version, text },
    })
  }

  /** One letter at the end of the first line. */
  type(file: string, letter = 'x'): void {
    const text = this.#textOf(file)
    const character = text.indexOf('\n')
    const start = { line: 0, character }
    this.#texts.set(file, text.slice(0, character) + letter + text.slice(character))
    this.#change(file, { range: { start, end: start }, text: letter })
  }

  /** Milliseconds until a broken link is marked; it is mended afterwards. */
  async mark(file: string): Promise<number> {
    const text = this.#textOf(file)
    const marked = (): Promise<void> =>
      new Promise((done) => {
        this.#onMarks = (uri) => {
          if (uri === this.#uriOf(file)) done()
        }
      })
    const broken = marked()
    const start = performance.now()
    this.#change(file, { text: text.replace('Controller.', 'Contröller.') })
    await broken
    const milliseconds = performance.now() - start
    const mended = marked()
    this.#change(file, { text })
    await mended
    return milliseconds
  }

  /** Milliseconds of an answer about some action in the file. */
  async ask(method: string, file: string, random: Random): Promise<number> {
    const text = this.#textOf(file)
    const shown = file.includes('-controller.') ? /async \w+\(/g : /item\d+Controller\.\w+/g
    const { 0: word, index } = pick(random, [...text.matchAll(shown)])
    const before = text.slice(
      0,
      index + Math.min(word.length - 1, word.includes('.') ? word.indexOf('.') + 2 : 7),
    )
    const line = before.split('\n').length - 1
    const position = { line, character: before.length - before.lastIndexOf('\n') - 1 }
    const { result, milliseconds } = await this.#client.request(`textDocument/${method}`, {
      textDocument: { uri: this.#uriOf(file) },
      ...(method === 'formatting' ? { options: { tabSize: 2, insertSpaces: true } } : { position }),
      ...(method === 'rename' ? { newName: 'renamed' } : {}),
      ...(method === 'references' ? { context: { includeDeclaration: true } } : {}),
    })
    if (result === null || (Array.isArray(result) && result.length === 0))
      throw new Error(`${method} of ${word} in ${file}: no answer`)
    return milliseconds
  }

  /** Until the server has done nothing for a while. */
  async untilQuiet(): Promise<void> {
    for (let before = -1, now = this.#client.clock(); now !== before; now = this.#client.clock()) {
      before = now
      await sleep(80)
    }
  }

  #change(file: string, change: object): void {
    this.#client.notify('textDocument/didChange', {
      textDocument: { uri: this.#uriOf(file), version: ++this.#version },
      contentChanges: [change],
    })
  }

  #textOf(file: string): string {
    return this.#texts.get(file) ?? readFileSync(join(this.#folder, file), 'utf8')
  }

  #uriOf(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href
  }
}
