import { readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { Router, RouteFileParsingException } from '@mvc-router/router-core'
import { isScript } from '@mvc-router/import/script'
import { getOrInsert } from '@mvc-router/router-core/tools'
import type * as ImportPackageModule from '@mvc-router/import'
import type { ImportedApplication, ProgramPlace, Verification } from '@mvc-router/import'
import { flagOption, listOption, textOption } from '../options/command-options.js'
import { formatRouteFile } from '../routes/format-route-file.js'
import { counted } from '../terminal/counted.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import type { Command } from './command.js'

type ImportPackage = typeof ImportPackageModule

export const importCommand: Command = {
  name: 'import',
  summary: 'Starts an Express application, which does not listen, and writes its routes as route files.',
  synopsis: '[--entry src/app.js] [--out routes.conf] [--verify]',
  example: 'mvc-router import --env-file .env --stand-in pg --verify',
  options: {
    entry: textOption('FILE', 'the file that starts the application; default: from package.json', 'e'),
    out: textOption('FILE', 'the route file to write; other files go beside it', 'o'),
    verify: flagOption('check that requests reach the same handlers in Express and with the route file'),
    'move-handlers': flagOption('move inline handlers to the module of controllers'),
    force: flagOption('replace files that no import has written'),
    'dry-run': flagOption('print what would be started, and end'),
    'env-file': textOption('FILE', 'the variables of the application'),
    loader: textOption(
      'NAME',
      'the package that compiles the program; default: from its script, else tsx, ts-node or Node',
    ),
    'stand-in': listOption('NAME', 'a package to replace by one that does nothing; repeatable'),
    timeout: textOption('SECONDS', 'how long the start may take; default: 30'),
    partial: flagOption('write the routes of an application that does not get ready'),
  },
  async run(args, terminal) {
    const [first, ...others] = args.positionals
    if (others.length > 0)
      throw new UsageException(`import: expected one entry, and not also "${others.join(' ')}"`)
    const { cwd } = terminal
    const timeout = Number(args.text('timeout') ?? 30)
    if (!(timeout > 0)) throw new UsageException('--timeout is a number of seconds, as in --timeout 60')
    const tool = await import('@mvc-router/import')
    const out = args.text('out') ?? 'routes.conf'
    if (!args.flag('force')) refuseToReplace([resolve(cwd, out)], tool, cwd)
    const named = { cwd, entry: args.text('entry') ?? first, loader: args.text('loader') }
    let started: ImportedApplication | undefined
    try {
      const command = tool.findStartCommand(named)
      const says = args.flag('json') ? terminal.complain : terminal.print
      says(`Starts ${tool.shownCommand(command, cwd)}   (${command.reason}); it does not listen`)
      if (args.flag('dry-run')) return 0
      const imported = await tool.importApplication(command, {
        cwd,
        out,
        standIns: args.list('stand-in'),
        envFile: args.text('env-file'),
        timeout,
        movesHandlers: args.flag('move-handlers'),
        isPartial: args.flag('partial'),
      })
      started = imported
      const shown = (file: string): string => tool.shownPath(cwd, file)
      if (!args.flag('force')) refuseToReplace(imported.outputs.keys(), tool, cwd)
      const texts = new Map<string, string>()
      for (const [file, text] of imported.outputs)
        texts.set(shown(file), isScript(file) ? text : formatRouteFile(text).text)
      await writeFiles(texts, cwd)
      await checkRouteFile(imported.routeFile, cwd)
      let verified = args.flag('verify') ? await imported.verify() : undefined
      // `verify` uses places in the source, so the source must not change earlier.
      await writeFiles(new Map(imported.edits.map(({ file, text }) => [shown(file), text])), cwd)
      const fault = verified && imported.edits.length > 0 ? await imported.restart() : undefined
      if (verified && fault) verified = { ...verified, faults: [...verified.faults, fault] }
      if (args.flag('json')) printJson(terminal, { ...toJson(imported, tool, cwd), verified })
      else {
        printImport(imported, tool, terminal, args.flag('move-handlers'))
        if (verified !== undefined) printVerification(verified, terminal)
      }
      if (imported.routes.length === 0 && imported.untranslated.length === 0) return 2
      return imported.untranslated.length > 0 || verified?.different.length || verified?.faults.length ? 1 : 0
    } catch (error) {
      if (!(error instanceof tool.ImportException)) throw error
      throw new UsageException(error.message, error.hint, { cause: error })
    } finally {
      started?.close()
    }
  },
}

function refuseToReplace(
  files: Iterable<string>,
  { importSignature, shownPath }: ImportPackage,
  cwd: string,
): void {
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) continue
    if (stat.isDirectory())
      throw new UsageException(`${shownPath(cwd, file)} is a folder`, '--out names a file: --out routes.conf')
    const text = readFileSync(file, 'utf8')
    const isOurs =
      text.slice(0, 400).includes(importSignature) ||
      /^# The routes of .*, included by another route file/.test(text)
    if (isOurs) continue
    throw new UsageException(
      `${shownPath(cwd, file)} is there already, and was not written by an import`,
      'write to another place with --out, or replace it with --force',
    )
  }
}

/** Loads the written route files. A mistake in them is reported as a mistake of the command. */
async function checkRouteFile(routeFile: string, cwd: string): Promise<void> {
  try {
    await Router.load(routeFile, { cwd, onWarning: () => {} })
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    throw new UsageException(
      `The route file that was written is refused:\n${error.message}`,
      'this is a mistake of mvc-router import; correct the line by hand, and please report it',
      { cause: error },
    )
  }
}

function toJson(imported: ImportedApplication, { shownPath }: ImportPackage, cwd: string): object {
  const folder = dirname(imported.routeFile)
  const lineOf = (place: ProgramPlace): object => {
    const { file, line } = imported.placeOf(place)
    return { file: shownPath(cwd, file), line }
  }
  const source = (place: ProgramPlace): object => ({
    ...lineOf(place),
    column: imported.placeOf(place).column,
  })
  return {
    routes: imported.routes.map(({ method, path, line, target, middleware, registration, file }) => ({
      method,
      path,
      line,
      action: target,
      middleware,
      source: lineOf(registration.place),
      routeFile: relative(cwd, `${folder}/${file}`),
    })),
    untranslated: imported.untranslated.map(({ place, ...each }) => ({ source: source(place), ...each })),
    unregistered: imported.unregistered.map(({ place, text }) => ({ source: source(place), text })),
    kept: imported.kept.map(({ place, ...each }) => ({ source: source(place), ...each })),
    missing: imported.missing.map(({ name, place, reason }) => ({ name, source: source(place), reason })),
    changed: imported.edits.map(({ file }) => shownPath(cwd, file)),
    files: Array.from(imported.outputs.keys(), (file) => shownPath(cwd, file)),
  }
}

const shownInRow = 20

interface Reported {
  readonly heading: string
  readonly place: string
  readonly hint: string
}

/** Prints entries under common headings. A hint that all entries share is printed once. */
function printGroups(entries: readonly Reported[], { print, paint }: Terminal): void {
  const groups = new Map<string, Reported[]>()
  for (const entry of entries) getOrInsert(groups, entry.heading, (): Reported[] => []).push(entry)
  for (const [heading, group] of groups) {
    const hints = [...new Set(group.map(({ hint }) => hint))]
    const places = group.map(({ place, hint }) => (hints.length === 1 ? place : `${place}  ${hint}`))
    const [only] = places
    print(places.length === 1 ? `${only ?? ''}  ${paint('red', heading)}` : paint('red', heading))
    if (places.length > 1) for (const place of places.slice(0, shownInRow)) print(`  ${place}`)
    if (places.length > shownInRow) print(`  ... and ${places.length - shownInRow} more (--json)`)
    if (hints.length === 1) print(`  hint: ${hints.join('')}`)
  }
}

function printImport(
  imported: ImportedApplication,
  { shownPath, shownPlace }: ImportPackage,
  terminal: Terminal,
  movesHandlers: boolean,
): void {
  const { routes, untranslated, unregistered, missing, recording } = imported
  const { print, paint, cwd } = terminal
  const shown = (place: ProgramPlace): string => {
    const after = imported.placeOf(place)
    return `${shownPlace(cwd, after)}:${after.column}`
  }
  const heading = 'not registered here, but perhaps in another environment'
  const hint = 'start it with the variables of that environment: --env-file'
  printGroups(
    untranslated.map((each) => ({ heading: each.reason, place: shown(each.place), hint: each.suggestion })),
    terminal,
  )
  printGroups(
    unregistered.map(({ place, text }) => ({ heading, place: `${shown(place)}  ${text}`, hint })),
    terminal,
  )
  if (missing.length > 0) {
    const why = movesHandlers ? 'gathered or moved:' : 'gathered from where they are (--move-handlers):'
    print(`${missing.length} of the handlers cannot be ${why}`)
    const names = new Map<string, string[]>()
    for (const { name, place, reason } of missing)
      getOrInsert(names, `${shown(place)}  ${reason ?? ''}`, (): string[] => []).push(name)
    for (const [where, [name = '', ...others]] of [...names].slice(0, shownInRow))
      print(`  ${name}${others.length === 0 ? '' : ` and ${others.length} more`}  ${where}`)
    if (names.size > shownInRow)
      print(
        `  ... and ${counted(names.size - shownInRow, 'more place')}, which ${shownPath(cwd, imported.controllersFile)} lists`,
      )
    print(
      `  hint: write them into ${shownPath(cwd, imported.controllersFile)}, because a route file with unknown actions does not load`,
    )
  }
  if (untranslated.length + unregistered.length + missing.length > 0) print('')
  for (const complaint of recording.complaints.slice(0, 3)) print(`the application complained: ${complaint}`)
  if (recording.trouble !== undefined) print(`recorded until it stopped: ${recording.trouble.message}`)
  const written = Array.from(imported.outputs.keys(), (file) => shownPath(cwd, file))
  print(`Wrote ${written.join(', ')}`)
  if (imported.edits.length > 0) {
    const files = imported.edits.map(({ file }) => shownPath(cwd, file))
    print(`Changed ${files.join(', ')}: ${files.length === 1 ? 'its' : 'their'} inline handlers have moved`)
  }
  print(paint('bold', `${counted(routes.length, 'line')} imported, ${untranslated.length} not`))
  print('')
  for (const line of imported.wiring) print(line)
}

function printVerification(
  { requests, same, different, notImported, faults, isLoaded }: Verification,
  { print, paint }: Terminal,
): void {
  print('')
  for (const { file, message } of faults) print(`${file}  ${message}`)
  if (!isLoaded && faults.length === 0)
    print(
      'the module of controllers was not loaded: it belongs to the source, and the application runs compiled',
    )
  for (const { message } of different.slice(0, shownInRow)) print(message)
  if (different.length > shownInRow) print(`... and ${different.length - shownInRow} more (--json)`)
  if (notImported > 0) print(`${notImported} requests reach what is not imported`)
  const result = `${same} of ${requests} requests reach the same handler`
  print(paint(different.length === 0 ? 'green' : 'red', result))
}
