import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runBin, type BinResult } from './run-bin.js'

/** The output of `mvc-router import --json`. */
export interface ImportReport {
  readonly routes: readonly {
    readonly method: string
    readonly path: string
    readonly line: number
    readonly action: string
    readonly middleware: readonly string[]
    readonly source: { readonly file: string; readonly line: number }
    readonly routeFile: string
  }[]
  readonly untranslated: readonly {
    readonly source: { readonly file: string; readonly line: number }
    readonly reason: string
    readonly suggestion: string
  }[]
  readonly unregistered: readonly { readonly text: string }[]
  readonly kept: readonly { readonly text: string; readonly position: string }[]
  readonly files: readonly string[]
  readonly changed: readonly string[]
  readonly verified?: {
    readonly requests: number
    readonly same: number
    readonly different: readonly { readonly message: string }[]
    readonly faults: readonly { readonly file: string; readonly line?: number; readonly message: string }[]
  }
}

/** An application in a new folder, with Express in its node_modules. */
export class ImportedApplication {
  static readonly #folders: string[] = []
  readonly folder: string

  constructor(files: Readonly<Record<string, string>>, express: 4 | 5 = 5) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'mvc-router-import-')))
    ImportedApplication.#folders.push(this.folder)
    for (const [name, text] of Object.entries(files)) this.write(name, text)
    const modules = join(this.folder, 'node_modules')
    mkdirSync(join(modules, '@mvc-router'), { recursive: true })
    symlinkSync(resolve('node_modules', express === 4 ? 'express4' : 'express'), join(modules, 'express'))
    symlinkSync(resolve('node_modules/tsx'), join(modules, 'tsx'))
    symlinkSync(resolve('packages/router-core'), join(modules, '@mvc-router/router-core'))
  }

  static removeAll(): void {
    for (const folder of ImportedApplication.#folders.splice(0))
      rmSync(folder, { recursive: true, force: true })
  }

  uninstallExpress(): void {
    rmSync(join(this.folder, 'node_modules/express'))
  }

  write(name: string, text: string): void {
    const file = join(this.folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8')
  }

  run(...args: string[]): BinResult {
    // On a busy machine, an application starts slowly.
    const patience = args.includes('--timeout') ? [] : ['--timeout', '200']
    return runBin(['import', ...patience, ...args], this.folder)
  }

  report(...args: string[]): ImportReport {
    const { stdout, stderr } = this.run('--json', ...args)
    const report = JSON.parse(stdout === '' ? '{}' : stdout) as ImportReport
    if (!('routes' in report)) throw new Error(stdout + stderr)
    return report
  }

  /** Returns each imported line as `GET /users/{id}/? userController.show [signedIn]`. */
  lines(...args: string[]): string[] {
    return this.report(...args).routes.map(
      ({ method, path, action, middleware }) =>
        `${method} ${path} ${action}${middleware.length === 0 ? '' : ` [${middleware.join(' ')}]`}`,
    )
  }
}

export function application(files: Record<string, string>, express: 4 | 5 = 5): ImportedApplication {
  return new ImportedApplication(files, express)
}

/** The first line of a program. */
export const programHead = `const express = require('express'); const app = express();\n`

/** Returns the imported lines of an application in one file. */
export function linesOf(source: string, express: 4 | 5 = 5): string[] {
  const text = `const express = require('express')\nconst app = express()\n${source}`
  return application({ 'app.js': text }, express).lines()
}
