import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ReadmeApplication {
  /** An origin such as `http://127.0.0.1:49152`. */
  readonly origin: string
  readonly folder: string
  /** Stops the application and removes its files. */
  readonly stop: () => Promise<void>
}

/**
 * Writes the files of a README, and runs `server.js` or `server.cjs` on a free port. A file in a README is a line with
 * only its name, followed by a code block.
 *
 * @param packageFolder a path from the root of the repository, such as `packages/view-eta`
 * @param document a document to read instead of the README
 */
export async function startReadmeApplication(
  packageFolder: string,
  document: string = join(packageFolder, 'README.md'),
): Promise<ReadmeApplication> {
  const readme = readFileSync(document, 'utf8')
  // The folder is in the package, where `import` finds the same packages as in an application.
  const folder = mkdtempSync(join(packageFolder, 'dist-test', 'readme-'))
  for (const [, path = '', text = ''] of readme.matchAll(/^`([\w./-]+)`\n\n```\w*\n([^]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), onAnyPort(text))
  }
  const server = spawn(
    process.execPath,
    [existsSync(join(folder, 'server.cjs')) ? 'server.cjs' : 'server.js'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = once(server, 'exit')
  const [port]: unknown[] = await Promise.race([once(server.stdout, 'data'), exit])
  const stop = async (): Promise<void> => {
    server.kill()
    await exit
    rmSync(folder, { recursive: true })
  }
  if (!Buffer.isBuffer(port)) {
    await stop()
    throw new Error(`The application of ${document} ended instead of listening`)
  }
  return { origin: `http://127.0.0.1:${port.toString().trim()}`, folder, stop }
}

/** Changes a program so that it listens on a free port and prints the port. */
function onAnyPort(program: string): string {
  return program
    .replace('app.listen(3000)', 'const server = app.listen(0, () => console.log(server.address().port))')
    .replace('await app.listen({ port: 3000 })', 'await app.listen(); console.log(app.server.address().port)')
}
