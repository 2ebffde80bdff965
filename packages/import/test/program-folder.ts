import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  findStartCommand,
  recordApplication,
  type RecordedApplication,
  type RecordedHandler,
  type RecordedRouter,
  type RecordingProcess,
  type RecordOptions,
} from '@mvc-router/import'

// With its cache, `tsx` would leave files in the temporary folder.
process.env['TSX_DISABLE_CACHE'] = '1'

const made: { close(): void }[] = []

/** A program in a new folder, with links to packages of this repository. */
export class ProgramFolder {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'mvc-router-record-')))

  constructor(
    files: Readonly<Record<string, string>>,
    packages: Readonly<Record<string, string>> = { express: 'express' },
  ) {
    made.push({ close: () => rmSync(this.path, { recursive: true, force: true }) })
    for (const [name, text] of Object.entries(files)) this.write(name, text)
    for (const [name, target] of Object.entries(packages)) this.link(`node_modules/${name}`, target)
  }

  write(name: string, text: string): void {
    const file = join(this.path, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  link(name: string, target: string): void {
    const link = join(this.path, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve('node_modules', target), link)
  }

  async record(
    options: Partial<RecordOptions & { entry: string; loader: string }> = {},
  ): Promise<RecordingProcess> {
    const { entry, loader } = options
    const command = findStartCommand({ cwd: this.path, entry, loader })
    const process = await recordApplication(command, {
      cwd: this.path,
      standIns: [],
      envFile: undefined,
      // On a busy machine, a program starts slowly.
      timeout: 200,
      ...options,
    })
    made.push(process)
    return process
  }

  /** Returns the routes of the recorded application in their order, such as `GET /users/:id users.js#show`. */
  async routes(options: Parameters<ProgramFolder['record']>[0] = {}): Promise<string[]> {
    const { recording } = await this.record(options)
    if (recording.application === undefined) throw new Error(JSON.stringify(recording))
    return shownRoutes(recording.application, this.path)
  }
}

export function removeFolders(): void {
  for (const each of made.splice(0).toReversed()) each.close()
}

export function shownRoutes(application: RecordedApplication, folder: string): string[] {
  const shownPlace = ({ exported, place, name }: RecordedHandler): string => {
    const file = (exported ?? place)?.file.slice(folder.length + 1)
    const own = exported === undefined ? name : exported.path.join('.')
    return file === undefined ? name : `${file}#${own === '' ? (place?.line ?? '') : own}`
  }
  const walk = ({ layers }: RecordedRouter, prefix: string): string[] =>
    layers.flatMap(({ type, paths, handlers: uses }) =>
      paths.flatMap((path) => {
        const text = String(path)
        const whole = `${prefix}${text === '/' && prefix !== '' ? '' : text}`
        const router = uses[0]?.handler.router
        if (type === 'use') return router === undefined ? [] : walk(router, whole === '/' ? '' : whole)
        const methods = [...new Set(uses.map(({ method }) => method))]
        return methods.map((method) => {
          const own = uses.filter((use) => use.method === method || use.method === '*')
          return `${method} ${whole} ${own.map((use) => shownPlace(use.handler)).join(' ')}`
        })
      }),
    )
  return walk(application.root, '')
}
