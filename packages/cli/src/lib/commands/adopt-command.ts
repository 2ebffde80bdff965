import { flagOption } from '../options/command-options.js'
import { createTwoFilesPatch } from 'diff'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { adoptedUrlJson, countClasses } from '../adopt/adopted-url-json.js'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import { StaticFiles } from '../adopt/static-files.js'
import { UrlClassifier } from '../adopt/url-classifier.js'
import { findTemplateFiles } from '../engines/template-files.js'
import { EngineProject, type TemplateEngine } from '../engines/template-engine.js'
import { loadRouter } from '../routes/load-router.js'
import { SourceText } from '../terminal/source-text.js'
import type { Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import { utf8Text } from '../terminal/utf8-text.js'
import { writeFiles } from '../terminal/write-files.js'
import type { Command } from './command.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments, templateOptions } from '../options/template-options.js'
import { printJson } from '../terminal/print-json.js'
import { counted } from '../terminal/counted.js'
import { shellWord } from '../terminal/shell-word.js'

/** `mvc-router adopt`: links by name in the place of URLs that are written out. */
export const adoptCommand: Command = {
  name: 'adopt',
  summary: 'Replaces URLs that are written out in templates and programs by links to actions.',
  synopsis: '[--write] [FILE ...]',
  example: "mvc-router adopt --write 'views/**'",
  options: {
    write: flagOption('change the files; without it, print what would change', 'w'),
    ...templateOptions,
    verbose: flagOption('list the URLs that are left alone, and why', 'v'),
  },
  names: [['FILE', 'templates and programs, or globs; default all below this folder']],
  async run(args, terminal) {
    const options = readTemplateArguments(args, terminal.cwd)
    const { cwd } = options
    expectFiles(options.templates, cwd)
    const router = await loadRouter(args, cwd)
    const { files, undecided, nunjucks } = await findTemplateFiles(options)
    if (files.length + undecided.length === 0)
      throw new UsageException(
        'There is no template and no program to look at',
        "name some: mvc-router adopt 'views/**'",
      )
    const project = new EngineProject({ ...options, nunjucks })
    const classifier = new UrlClassifier(
      router,
      new StaticFiles(router, cwd, options.staticFolders),
      options.elsewhere,
    )
    const isWrite = args.flag('write')
    const urls: AdoptedUrl[] = []
    const diffs: string[] = []
    const changed = new Map<string, string>()
    const adoptedEngines = new Set<TemplateEngine>()
    const unread = new Map(
      undecided.map(({ path }) => [path, `is of no known engine: mvc-router check ${shellWord(path)}`]),
    )
    for (const { path, engine } of files) {
      const text = utf8Text(await readFile(resolve(cwd, path)))
      if (text === undefined) {
        unread.set(path, 'is not UTF-8')
        continue
      }
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
      const source = new SourceText(text.slice(mark.length), path)
      const found = engine.urls(source, project)
      const isReadable = (withLinks: string): boolean => {
        const { problems, unread: pieces } = engine.links(new SourceText(withLinks, path), project)
        return problems.length + pieces.length === 0
      }
      if (found === undefined || (found.urls.length > 0 && !isReadable(source.text))) {
        unread.set(path, `cannot be read: mvc-router check ${shellWord(path)}`)
        continue
      }
      const adopted = adoptFile(source, found, classifier, isReadable)
      urls.push(...adopted.urls)
      if (adopted.text === source.text) continue
      adoptedEngines.add(engine)
      const withLinks = mark + adopted.text
      diffs.push(unifiedDiff(path, text, withLinks))
      changed.set(path, withLinks)
    }
    if (isWrite) await writeFiles(changed, cwd)
    const counts = countClasses(urls)
    if (args.flag('json'))
      printJson(terminal, { links: urls.map(adoptedUrlJson), counts, unread: [...unread.keys()] })
    else {
      if (!isWrite) for (const diff of diffs) terminal.print(paintDiff(diff, terminal))
      printNeeds(adoptedEngines, terminal)
      printFindings(urls, args.flag('verbose'), terminal)
      for (const [file, reason] of unread) terminal.complain(`${file} ${reason}`)
      printCounts(counts, diffs.length, isWrite, terminal)
    }
    if (unread.size === files.length + undecided.length) return 2
    const left = isWrite ? 0 : counts.adoptable
    return undecided.length + left + counts.dead + counts['wrong-method'] > 0 ? 1 : 0
  },
}

/** Without the last line end, since a printed text gets one; a carriage return and a blank line before it are the file's. */
function unifiedDiff(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch('', '', before, after, '', '', { context: 3 })
  const hunks = patch.slice(patch.indexOf('@@')).replace(/\n$/, '')
  return `--- ${patchName(`a/${path}`)}\n+++ ${patchName(`b/${path}`)}\n${hunks}`
}

/** As git writes it: a name ends at a tab where it holds a blank, and is quoted where it holds what a header cannot. */
function patchName(name: string): string {
  if (/[\t\n"\\]/.test(name)) return JSON.stringify(name)
  return name.includes(' ') ? `${name}\t` : name
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

function printNeeds(engines: ReadonlySet<TemplateEngine>, { print, paint }: Terminal): void {
  if (engines.size === 0) return
  print(paint('bold', 'The application needs, once:'))
  for (const { registration } of engines) print(`  ${registration}`)
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
