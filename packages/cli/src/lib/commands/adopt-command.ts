import { flagOption } from '../options/command-options.js'
import { applyEdits, type TextEdit } from '@mvc-router/import/script'
import { adoptedUrlJson, countClasses } from '../adopt/adopted-url-json.js'
import { adoptFile, refusedLink, type AdoptedUrl } from '../adopt/adopt-file.js'
import { unifiedDiff } from '../adopt/unified-diff.js'
import { UrlClassifier } from '../adopt/url-classifier.js'
import { ejsEngine } from '../engines/ejs/ejs-engine.js'
import { pugEngine } from '../engines/pug/pug-engine.js'
import { openProject } from '../check/open-project.js'
import { SourceText } from '../terminal/source-text.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import type { Command } from './command.js'
import { templateOptions } from '../options/template-options.js'
import { counted } from '../terminal/counted.js'
import { shellWord } from '../terminal/shell-word.js'

export const adoptCommand: Command = {
  name: 'adopt',
  summary: 'Replaces URLs that are written out in templates and programs by links to actions.',
  synopsis: '[--write] [FILE ...]',
  example: "mvc-router adopt --write 'views/**'",
  options: {
    write: flagOption('change the files instead of printing the changes', 'w'),
    ...templateOptions,
    verbose: flagOption('list the URLs that are left alone, and why', 'v'),
  },
  names: [['FILE', 'templates and programs, or globs; default all below this folder']],
  async run(args, terminal) {
    const { cwd } = terminal
    const { options, table, project: given } = await openProject(args, cwd)
    const { project, files, notText, undecided, foreign } = given
    const others = [...undecided.map(({ path }) => path), ...foreign]
    const readable = files.length + notText.length + others.length
    if (readable === 0)
      throw new UsageException(
        'There is no template and no program to look at',
        "name some: mvc-router adopt 'views/**'",
      )
    const classifier = new UrlClassifier(table.router, options)
    const isWrite = args.flag('write')
    const urls: AdoptedUrl[] = []
    const changes: { readonly path: string; readonly text: string; readonly edits: readonly TextEdit[] }[] =
      []
    const needs = new Set<string>()
    const unread = new Map<string, string>()
    const leaveUnread = (path: string, reason: string): void =>
      void unread.set(path, `${reason}; for more, run: mvc-router check ${shellWord(path)}`)
    for (const path of others) leaveUnread(path, 'has an unknown engine')
    for (const path of notText) unread.set(path, 'is not UTF-8')
    for (const { source, mark, engine, template } of files) {
      const { file: path } = source
      if (template.missing !== undefined) throw template.missing
      const { urls: found, unread: pieces } = template
      if (found === undefined || (found.urls.length > 0 && pieces.length > 0)) {
        leaveUnread(path, 'cannot be read')
        continue
      }
      const adopted = adoptFile(source, found, classifier, (withLinks) => {
        const read = engine.links(new SourceText(withLinks, path), project)
        return read.problems.length + read.unread.length === 0
      })
      for (const url of adopted.urls) urls.push(url)
      const isRefused = adopted.urls.some(({ reason }) => reason === refusedLink)
      if (
        (isRefused || adopted.edits.length > 0) &&
        engine === ejsEngine &&
        (project.load('ejs')?.major ?? 3) < 3
      )
        needs.add(
          `ejs 3 or newer: npm install ejs@latest, and write <%- include('file') %> for <% include file %>`,
        )
      if (adopted.edits.length === 0) continue
      needs.add(engine.registration)
      if (adopted.edits.some(({ text: link }) => link.startsWith(`${options.attributeName}(`)))
        needs.add(pugEngine.registration)
      const edits = adopted.edits.map((edit) => movedBy(mark.length, edit))
      changes.push({ path, text: mark + source.text, edits })
    }
    if (isWrite)
      await writeFiles(new Map(changes.map(({ path, text, edits }) => [path, applyEdits(text, edits)])), cwd)
    const counts = countClasses(urls)
    if (args.flag('json'))
      printJson(terminal, { links: urls.map(adoptedUrlJson), counts, unread: [...unread.keys()] })
    else {
      if (!isWrite)
        for (const { path, text, edits } of changes)
          terminal.print(paintDiff(unifiedDiff(path, text, edits), terminal))
      printNeeds(needs, terminal)
      printFindings(urls, args.flag('verbose'), terminal)
      for (const [file, reason] of unread) terminal.complain(`${file} ${reason}`)
      printCounts(counts, changes.length, isWrite, terminal)
    }
    if (unread.size === readable) return 2
    const left = isWrite ? 0 : counts.adoptable
    return others.length + left + counts.dead + counts['wrong-method'] > 0 ? 1 : 0
  },
}

function movedBy(length: number, { start, end, text }: TextEdit): TextEdit {
  return { start: start + length, end: end + length, text }
}

function paintDiff(diff: string, { paint }: Terminal): string {
  return diff
    .split('\n')
    .map((line) => {
      if (/^(?:---|\+\+\+)/.test(line)) return paint('bold', line)
      if (line.startsWith('@@')) return paint('cyan', line)
      if (line.startsWith('-')) return paint('red', line)
      return line.startsWith('+') ? paint('green', line) : line
    })
    .join('\n')
}

function printNeeds(registrations: ReadonlySet<string>, { print, paint }: Terminal): void {
  if (registrations.size === 0) return
  print(paint('bold', 'The application needs, once:'))
  for (const registration of registrations) print(`  ${registration}`)
}

function printFindings(urls: readonly AdoptedUrl[], isVerbose: boolean, { print, paint }: Terminal): void {
  for (const { class: name, file, line, column, text, reason, candidates = [] } of urls) {
    const isFault = name === 'dead' || name === 'wrong-method'
    if (!isFault && !(isVerbose && name !== 'adoptable')) continue
    const what = `${name}: ${text.replaceAll(/\s+/g, ' ')}${reason === undefined ? '' : ` (${reason})`}`
    print(`${file}:${line}:${column}  ${isFault ? paint('red', what) : what}`)
    for (const route of candidates.slice(0, 5))
      print(`    ${route.file}:${route.line}  ${route.method} ${route.path}  ${route.action}`)
  }
}

function printCounts(
  counts: ReturnType<typeof countClasses>,
  files: number,
  isWrite: boolean,
  { print, paint }: Terminal,
): void {
  const { adoptable, ...others } = counts
  const rest = Object.entries(others).flatMap(([name, number]) => (number === 0 ? [] : [`${number} ${name}`]))
  const verb = isWrite ? 'Adopted' : 'To adopt:'
  const hint = isWrite || adoptable === 0 ? '' : '  (--write)'
  print(paint('bold', `${verb} ${counted(adoptable, 'URL')} in ${counted(files, 'file')}${hint}`))
  if (rest.length > 0) print(`Left alone: ${rest.join(', ')}`)
}
