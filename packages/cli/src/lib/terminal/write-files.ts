import { chmod, copyFile, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemReason, UsageException } from './usage-exception.js'

/** A temporary file with the new text, next to the file that it will replace. */
interface PreparedFile {
  readonly temporary: string
  /** The file behind symbolic links. */
  readonly target: string
  /** True if the file has more hard links or another owner. Then its text is replaced, not the file itself. */
  readonly isShared: boolean
}

/**
 * Tries to write all files or no file: all temporary files exist before any file changes.
 *
 * @param texts by file name
 * @param hint for a failure that changed no file
 * @throws UsageException that lists the written and the unwritten files
 */
export async function writeFiles(
  texts: ReadonlyMap<string, string>,
  cwd: string,
  hint = 'no file was changed',
): Promise<void> {
  const prepared = new Map<string, PreparedFile>()
  const written: string[] = []
  let current = ''
  try {
    for (const [name, text] of texts) {
      current = name
      prepared.set(name, await prepare(resolve(cwd, name), prepared.size, text))
    }
    for (const [name, file] of prepared) {
      current = name
      await replace(file)
      written.push(name)
    }
  } catch (error) {
    const left = [...texts.keys()].filter((name) => !written.includes(name))
    throw new UsageException(
      `Cannot write ${current}: ${systemReason(error)}`,
      written.length === 0 ? hint : `written: ${written.join(', ')}; not written: ${left.join(', ')}`,
      { cause: error },
    )
  } finally {
    for (const { temporary } of prepared.values()) await rm(temporary, { force: true })
  }
}

async function prepare(file: string, index: number, text: string): Promise<PreparedFile> {
  const target = await realpath(file).catch(() => file)
  const known = await stat(target).catch(() => undefined)
  // A write-protected file is refused, although a rename could replace it.
  if (known !== undefined) await (await open(target, 'r+')).close()
  const folder = dirname(target)
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.mvc-router-${process.pid}-${index}.tmp`)
  try {
    await writeFile(temporary, text)
    if (known !== undefined) await chmod(temporary, known.mode)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const isShared = known !== undefined && (known.nlink > 1 || known.uid !== (process.getuid?.() ?? known.uid))
  return { temporary, target, isShared }
}

async function replace({ temporary, target, isShared }: PreparedFile): Promise<void> {
  if (isShared) await copyFile(temporary, target)
  // On Windows, an open file cannot be replaced. A mounted file cannot be replaced on any system.
  else await rename(temporary, target).catch(async () => copyFile(temporary, target))
}
