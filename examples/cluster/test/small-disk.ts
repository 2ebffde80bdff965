import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, statfs, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system of a few megabytes that can be filled and emptied. Only root can make one. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static get isPossible(): boolean {
    return process.getuid?.() === 0
  }

  /** Mounts a disk that belongs to the owner of another folder. */
  static async create(megabytes: number, ownedAs: string): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'mvc-router-disk-'))
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
    const { uid, gid } = await stat(ownedAs)
    await chown(folder, uid, gid)
    return new SmallDisk(folder)
  }

  async fill(): Promise<void> {
    for (;;) {
      const { bavail, bsize } = await statfs(this.folder)
      if (bavail === 0) return
      const ballast = join(this.folder, `ballast-${process.hrtime.bigint()}`)
      await run('fallocate', ['-l', String(bavail * bsize), ballast]).catch(() => undefined)
    }
  }

  async empty(): Promise<void> {
    await run('sh', ['-c', 'rm -f "$1"/ballast-*', 'sh', this.folder])
  }

  async remove(): Promise<void> {
    await run('umount', ['-l', this.folder])
    await rm(this.folder, { recursive: true })
  }
}
