import { afterEach, beforeEach } from '@jest/globals'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder of route files. Each test gets an empty folder, which is removed after the test. */
export class RouteFolder {
  #path = ''
  readonly #ends: (() => Promise<void>)[] = []

  constructor() {
    beforeEach(async () => {
      this.#path = await mkdtemp(join(tmpdir(), 'route-files-'))
    })
    afterEach(async () => {
      for (const end of this.#ends.splice(0)) await end()
      await rm(this.#path, { recursive: true })
    })
  }

  get path(): string {
    return this.#path
  }

  at(name: string): string {
    return join(this.#path, name)
  }

  async write(files: Record<string, string | Uint8Array>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(this.at(name)), { recursive: true })
      await writeFile(this.at(name), content)
    }
  }

  /** Saves as editors and deployments do, by renaming a new file over the old file. */
  async save(name: string, content: string): Promise<void> {
    await writeFile(this.at(`.${name}.swp`), content)
    await rename(this.at(`.${name}.swp`), this.at(name))
  }

  /** Registers a function that runs before the folder is removed. */
  onEnd(end: () => Promise<void>): void {
    this.#ends.push(end)
  }
}
