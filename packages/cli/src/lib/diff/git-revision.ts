import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { UsageException } from '../terminal/usage-exception.js'

const run = promisify(execFile)

/** Copies of the route files of a revision. They exist until `dispose` is called. */
export interface CheckedOutRevision {
  /** The copy of the current folder. */
  readonly folder: string
  /** The copy of the repository's root folder. */
  readonly top: string
  dispose(): Promise<void>
}

/**
 * Copies files of a git revision that may be route files: the named files, and files with the extension `.conf`,
 * `.routes` or the extension of a named file. The repository, its index and its working tree do not change.
 *
 * @throws UsageException if git, the repository or the revision is missing
 */
export async function checkOutRevision(
  revision: string,
  files: readonly string[],
  cwd: string,
): Promise<CheckedOutRevision> {
  if (revision === '' || revision.startsWith('-'))
    throw new UsageException(`"${revision}" is no git revision`)
  const top = (await git(['rev-parse', '--show-toplevel'], cwd)).trim()
  await git(['rev-parse', '--verify', '--quiet', `${revision}^{tree}`], cwd, {
    message: `There is no git revision "${revision}"`,
  })
  const work = await mkdtemp(join(tmpdir(), 'mvc-router-diff-'))
  const dispose = async (): Promise<void> => rm(work, { recursive: true, force: true })
  try {
    const extensions = new Set(['.conf', '.routes', ...files.map((file) => extname(file))])
    const names = new Set(files.map((file) => file.replaceAll('\\', '/')))
    const listed = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', revision], cwd)
    const wanted = listed
      .split('\0')
      .filter((name) => name !== '' && (extensions.has(extname(name)) || names.has(name)))
    const env = { ...process.env, GIT_INDEX_FILE: join(work, 'index') }
    await git(['read-tree', revision], cwd, { env })
    const tree = join(work, 'tree')
    const input = wanted.join('\0')
    await git(['checkout-index', '-z', '--stdin', `--prefix=${tree}${sep}`], top, { env, input })
    const below = relative(top, resolve(cwd))
    const folder = join(tree, below)
    for (const place of new Set([folder, tree])) await linkPackages(join(top, relative(tree, place)), place)
    return { folder, top: tree, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Links the installed packages, because route files may include files of packages. */
async function linkPackages(from: string, to: string): Promise<void> {
  const packages = join(from, 'node_modules')
  if (existsSync(packages) && existsSync(to)) await symlink(packages, join(to, 'node_modules'), 'junction')
}

async function git(
  args: readonly string[],
  cwd: string,
  {
    env = process.env,
    input = '',
    message,
  }: { env?: NodeJS.ProcessEnv; input?: string; message?: string } = {},
): Promise<string> {
  try {
    const running = run('git', [...args], { cwd, env, maxBuffer: 256 * 1024 * 1024 })
    // A failed git may close its input early; its exit code and message give the reason.
    running.child.stdin?.on('error', () => undefined)
    running.child.stdin?.end(input)
    return (await running).stdout
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    const reason = said.split('\n')[0] ?? ''
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const why = code === 'ENOENT' ? 'git is not installed, or the folder is missing' : reason
    throw new UsageException(message ?? `git ${args[0]}: ${why || 'failed'}`, undefined, { cause: error })
  }
}
