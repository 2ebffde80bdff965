import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@mvc-router/rest-kysely'

const program = fileURLToPath(new URL('acknowledging-process.js', import.meta.url))

/** Counts the rows that a process acknowledged after a failure, and the acknowledged rows in its file. */
export interface Outcome {
  readonly kind: string
  readonly acknowledged: number
  readonly inTheFile: number
  /** True if another process could write while the failed process was alive. */
  readonly canOthersWrite: boolean
}

/** Starts a process that fails in one way and acknowledges three writes of each kind. Kills the process with SIGKILL. */
export async function acknowledgedRows(
  store: string,
  way: string,
  kinds: readonly string[],
): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mvc-router-rows-'))
  try {
    const parameters = [program, folder, store, way, kinds.join()]
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    const acknowledged: { readonly kind: string; readonly text: string }[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'done') break
      const [kind = '', text = ''] = line.split('\t')
      acknowledged.push({ kind, text })
    }
    const outcomes: Outcome[] = []
    const canOthersWrite = new Map<string, boolean>()
    for (const kind of kinds) canOthersWrite.set(kind, await writes(join(folder, `${kind}.db`)))
    child.kill('SIGKILL')
    for (const kind of kinds) {
      const texts = acknowledged.filter((row) => row.kind === kind).map(({ text }) => text)
      const held = await textsIn(join(folder, `${kind}.db`))
      outcomes.push({
        kind,
        acknowledged: texts.length,
        inTheFile: texts.filter((text) => held.has(text)).length,
        canOthersWrite: canOthersWrite.get(kind) === true,
      })
    }
    return outcomes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The outcome if each row was acknowledged and is in the file, and other processes could write. */
export function nothingLost(kinds: readonly string[]): Outcome[] {
  return kinds.map((kind) => ({ kind, acknowledged: 3, inTheFile: 3, canOthersWrite: true }))
}

async function writes(file: string): Promise<boolean> {
  const database = await openDatabase(`file:${file}`, { lockTimeout: 200 })
  try {
    await database.execute("insert into note (text) values ('of another process')", [])
    return true
  } catch {
    return false
  } finally {
    await database.close()
  }
}

async function textsIn(file: string): Promise<ReadonlySet<string>> {
  const database = await openDatabase(`file:${file}`)
  const { rows } = await database.execute<{ text: string }>('select text from note', [])
  await database.close()
  return new Set(rows.map(({ text }) => text))
}
