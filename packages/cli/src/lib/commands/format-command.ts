import { readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import type { Command } from './command.js'
import { formatRouteFile } from '../routes/format-route-file.js'
import { UsageException } from '../terminal/usage-exception.js'

/** `mvc-router format`: aligned columns. */
export const formatCommand: Command = {
  name: 'format',
  summary: 'Aligns the columns of route files; keeps comments, blank lines, order and meaning.',
  synopsis: '[FILE ...] [--check] [--encode]',
  options: { check: { type: 'boolean' }, encode: { type: 'boolean' } },
  help: [
    ['FILE', 'a route file or a glob, with the files that it includes; the same as --routes'],
    ['--check', 'change nothing, and end with 1 where something is to change'],
    ['--encode', 'write what a URL must encode in literals as escapes: /é becomes /%C3%A9'],
  ],
  async run(args, terminal) {
    const named = [...args.positionals, ...args.list('routes')]
    const files = await findFiles(named.length === 0 ? ['routes.conf'] : named, terminal.cwd)
    const isCheck = args.flag('check')
    const encode = args.flag('encode')
    const changed: string[] = []
    const unread: string[] = []
    // A set goes on with what is added to it on the way: files that others include.
    for (const file of files) {
      const path = resolve(terminal.cwd, file)
      const text = await readFile(path, 'utf8')
      const formatted = formatRouteFile(text, { encode })
      for (const name of formatted.includes) {
        const included = join(dirname(file), name)
        if (existsSync(resolve(terminal.cwd, included))) files.add(included)
      }
      unread.push(...formatted.unreadLines.map((line) => `${file}:${line}`))
      if (formatted.text === text) continue
      changed.push(file)
      if (!isCheck) await writeFile(path, formatted.text)
    }
    if (args.flag('json')) terminal.print(JSON.stringify({ files: [...files], changed, unread }, null, 2))
    else {
      for (const file of changed) terminal.print(isCheck ? `${file} is not formatted` : `Formatted ${file}`)
      for (const place of unread)
        terminal.complain(`${place} cannot be read, and stays as it is: mvc-router check`)
    }
    return unread.length > 0 || (isCheck && changed.length > 0) ? 1 : 0
  },
}

async function findFiles(named: readonly string[], cwd: string): Promise<Set<string>> {
  const files = new Set<string>()
  for (const name of named) {
    const found = await glob([name], { cwd, ignore: ['**/node_modules/**'] })
    if (found.length === 0) throw new UsageException(`There is no file ${name}`)
    for (const file of found.toSorted()) files.add(file)
  }
  return files
}
