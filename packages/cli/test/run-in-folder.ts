import { runCommand, type Terminal } from '@mvc-router/cli'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A new folder for the tests of a file, in which commands run without a new process. */
export class TestFolder {
  constructor(readonly path: string = mkdtempSync(join(tmpdir(), 'mvc-router-cli-'))) {}

  write(file: string, text: string): void {
    const path = join(this.path, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8')
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }

  async run(...args: string[]): Promise<{ stdout: string; stderr: string; status: number }> {
    return this.runIn({}, ...args)
  }

  /** Runs a command in a terminal with another width or with colours. */
  async runIn(
    terminal: Partial<Pick<Terminal, 'columns' | 'paint'>>,
    ...args: string[]
  ): Promise<{ stdout: string; stderr: string; status: number }> {
    const stdout: string[] = []
    const stderr: string[] = []
    const status = await runCommand(args, {
      print: (text) => stdout.push(`${text}\n`),
      complain: (text) => stderr.push(`${text}\n`),
      columns: 80,
      paint: (_, text) => text,
      cwd: this.path,
      ...terminal,
    })
    return { stdout: stdout.join(''), stderr: stderr.join(''), status }
  }
}
