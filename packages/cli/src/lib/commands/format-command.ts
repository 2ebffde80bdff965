import { flagOption } from '../options/command-options.js'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import type { Command } from './command.js'
import { formatRouteFile, type FormattedRouteFile } from '../routes/format-route-file.js'
import { readText } from '../terminal/read-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import { printJson } from '../terminal/terminal.js'

export const formatCommand: Command = {
  name: 'format',
  summary: 'Aligns the columns of route files; keeps comments, blank lines, order and meaning.',
  synopsis: '[FILE ...] [--check] [--encode]',
  example: 'mvc-router format --check',
  options: {
    check: flagOption('change nothing; end with 1 if something is to change'),
    encode: flagOption('encode literals that a URL must encode: /é becomes /%C3%A9'),
  },
  names: [['FILE', 'a route file or a glob, with its includes; default --routes']],
  async run(args, terminal) {
    const named = [...args.positionals, ...args.list('routes')]
    const files = await findFiles(named.length === 0 ? ['routes.conf'] : named, terminal.cwd)
    const isCheck = args.flag('check')
    const encode = args.flag('encode')
    const variables = args.pairs('variables')
    const changed = new Map<string, string>()
    const unread = new Map<string, readonly number[]>()
    // The loop adds included files to the set, and also visits them.
    for (const file of files) {
      const text = await readText(terminal.cwd, file)
      if (text === undefined)
        throw new UsageException(`${file} is not UTF-8, and stays as it is`, 'save it as UTF-8')
      const formatted = formatRouteFile(text, { encode, variables })
      if (isOtherFile(file, text, formatted))
        throw new UsageException(`${file} is no route file: no line of it can be read`)
      for (const name of formatted.includes) {
        const included = join(dirname(file), name)
        if (existsSync(resolve(terminal.cwd, included))) files.add(included)
      }
      if (formatted.unreadLines.length > 0) unread.set(file, formatted.unreadLines)
      if (formatted.text !== text) changed.set(file, formatted.text)
    }
    if (!isCheck) await writeFiles(changed, terminal.cwd)
    if (args.flag('json')) {
      const places = [...unread].flatMap(([file, lines]) => lines.map((line) => `${file}:${line}`))
      printJson(terminal, { files: [...files], changed: [...changed.keys()], unread: places })
    } else {
      for (const file of changed.keys())
        terminal.print(isCheck ? `${file} is not formatted` : `Formatted ${file}`)
      for (const [file, lines] of unread) {
        for (const line of lines.slice(0, maxShown))
          terminal.complain(
            `${file}:${line} cannot be read, and stays as it is; for more, run: mvc-router check`,
          )
        if (lines.length > maxShown)
          terminal.complain(`${file}: ${lines.length - maxShown} more lines cannot be read`)
      }
    }
    return unread.size > 0 || (isCheck && changed.size > 0) ? 1 : 0
  },
}

/** True if the file was probably named by mistake: no line is readable, and the extension is unusual. */
function isOtherFile(file: string, text: string, { unreadLines }: FormattedRouteFile): boolean {
  if (/\.(?:conf|routes)$/.test(file)) return false
  const lines = text.split('\n').filter((line) => /^\s*[^\s#+]/.test(line))
  return lines.length > 0 && unreadLines.length >= lines.length
}

/** The number of unreadable lines that are listed for each file. */
const maxShown = 20

async function findFiles(named: readonly string[], cwd: string): Promise<Set<string>> {
  const files = new Set<string>()
  for (const name of named) {
    // A folder may contain files of any kind.
    if (statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory() === true)
      throw new UsageException(`${name} is a folder`, `name its route files: '${join(name, '*.conf')}'`)
    const found = await glob([name], { cwd, ignore: ['**/node_modules/**'], expandDirectories: false })
    if (found.length === 0) throw new UsageException(`There is no file ${name}`)
    for (const file of found.toSorted()) files.add(file)
  }
  return files
}
