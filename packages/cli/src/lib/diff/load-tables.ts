import type { Router } from '@mvc-router/router-core'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { ProjectTable } from '../routes/project-table.js'
import { UsageException } from '../terminal/usage-exception.js'
import { checkOutRevision } from './git-revision.js'

export interface NamedTable {
  readonly router: Router
  /** Precedes file names in messages: `main:` for files of the revision `main`, else ''. */
  readonly prefix: string
}

/**
 * Loads the tables of `diff OLD [NEW]`: route files, or files of a git revision such as `main:routes.conf`.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function loadTables(
  args: CommandArguments,
  cwd: string,
): Promise<{ before: NamedTable; after: NamedTable }> {
  const [first, second, ...others] = args.positionals
  const revision = args.text('git')
  const named = args.list('routes')
  const current = named.length === 0 ? ['routes.conf'] : named
  if (others.length > 0)
    throw new UsageException(`Expected OLD and NEW, and not "${others.join(' ')}" as well`)
  if (first === undefined && revision === undefined)
    throw new UsageException(
      'Expected the route file or revision to compare with',
      'mvc-router diff main:routes.conf, mvc-router diff --git main',
    )
  const old = first === undefined ? current : [first]
  const next = second !== undefined ? [second] : revision === undefined ? current : old
  const before = revision === undefined ? loadText(old, args, cwd) : loadRevision(revision, old, args, cwd)
  return { before: await before, after: await loadText(next, args, cwd) }
}

async function loadText(files: readonly string[], args: CommandArguments, cwd: string): Promise<NamedTable> {
  const [file = ''] = files
  const [, revision, path] = /^([^:]{2,}):(.+)$/.exec(file) ?? []
  const isRevision =
    files.length === 1 &&
    revision !== undefined &&
    !['file', 'package'].includes(revision) &&
    !existsSync(resolve(cwd, file))
  if (isRevision) return loadRevision(revision, [path ?? ''], args, cwd)
  expectFiles(files, cwd)
  return loadFiles(files, args, cwd, '')
}

async function loadRevision(
  revision: string,
  files: readonly string[],
  args: CommandArguments,
  cwd: string,
): Promise<NamedTable> {
  const modules = Object.values(args.pairs('module'))
  const checkedOut = await checkOutRevision(revision, [...files, ...modules], cwd)
  try {
    // Git reads paths from the repository's root. The current folder has priority, because most people mean it.
    const isBelow = files.some((file) => existsSync(resolve(checkedOut.folder, file)))
    const folder =
      isBelow || !files.some((file) => existsSync(resolve(checkedOut.top, file)))
        ? checkedOut.folder
        : checkedOut.top
    expectFiles(files, folder, `The revision "${revision}" has no file`)
    return await loadFiles(files, args, folder, `${revision}:`)
  } finally {
    await checkedOut.dispose()
  }
}

async function loadFiles(
  files: readonly string[],
  args: CommandArguments,
  folder: string,
  prefix: string,
): Promise<NamedTable> {
  const { router, error } = await ProjectTable.load(folder, args, { files })
  if (error !== undefined) throw error
  return { router, prefix }
}
