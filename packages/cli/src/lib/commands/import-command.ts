import { flagOption, textOption } from '../options/command-options.js'
import { shownPath, shownPlace } from '../import/shown-path.js'
import { dirname, join, relative } from 'node:path'
import type { Command } from './command.js'
import { importApplication, type ImportedApplication } from '../import/import-application.js'
import type { WrittenFault } from '../import/verify/verify-messages.js'
import { wiringLines } from '../import/wiring-lines.js'
import { verifyApplication, verifyWritten, type Verification } from '../import/verify/verify-application.js'
import type { Terminal } from '../terminal/terminal.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import { printJson } from '../terminal/print-json.js'
import { counted } from '../terminal/counted.js'

/** `mvc-router import`: route files from the source of an Express application. */
export const importCommand: Command = {
  name: 'import',
  summary: 'Writes route files and a module of controllers from the source of an Express application.',
  synopsis: '[--entry src/app.js] [--out routes.conf] [--verify]',
  example: 'mvc-router import --entry src/app.js --verify',
  options: {
    entry: textOption('FILE', 'the file that starts the application; default: what package.json starts', 'e'),
    out: textOption('FILE', 'the route file to write; included files and controllers.js go beside it', 'o'),
    verify: flagOption('load the application, and compare what its requests reach with the route file'),
    'move-handlers': flagOption('move inline handlers to the module of controllers'),
    force: flagOption('replace files that an import has not written'),
  },
  async run(args, terminal) {
    const [first, ...others] = args.positionals
    if (others.length > 0)
      throw new UsageException(`import: one entry is enough, and not "${others.join(' ')}"`)
    const imported = await importApplication({
      cwd: terminal.cwd,
      out: args.text('out') ?? 'routes.conf',
      entry: args.text('entry') ?? first,
      force: args.flag('force'),
      movesHandlers: args.flag('move-handlers'),
    })
    const asked = args.flag('verify')
      ? await tryTo(() => verifyApplication(imported, terminal.cwd))
      : { result: undefined, failure: undefined }
    // The places that were verified are those of the source before it changes.
    const edits = imported.edits.map(({ file, text }) => [shownPath(terminal.cwd, file), text] as const)
    await writeFiles(new Map(edits), terminal.cwd)
    const { result: compared } = asked
    const written = compared && (await tryTo(() => verifyWritten(imported, terminal.cwd)))
    const verified = compared && { ...compared, faults: written?.result ?? [] }
    const failure = asked.failure ?? written?.failure
    if (args.flag('json')) {
      const error = failure && { code: failure.code, message: failure.message, hint: failure.hint }
      printJson(terminal, { ...toJson(imported, terminal.cwd), verified, error })
    } else {
      printImport(imported, terminal, args.flag('move-handlers'))
      if (verified !== undefined) printVerification(verified, terminal)
      // What was written is told first.
      if (failure !== undefined) throw failure
    }
    if (failure !== undefined) return 2
    if (imported.routes.length === 0 && imported.untranslated.length === 0) return 2
    return imported.untranslated.length > 0 || verified?.different.length || verified?.faults.length ? 1 : 0
  },
}

/** An application that cannot be loaded here leaves the import as it is. */
async function tryTo<Result>(
  verify: () => Promise<Result>,
): Promise<{ result: Result | undefined; failure: UsageException | undefined }> {
  try {
    return { result: await verify(), failure: undefined }
  } catch (error) {
    if (!(error instanceof UsageException)) throw error
    return { result: undefined, failure: error }
  }
}

function toJson({ routes, untranslated, ...imported }: ImportedApplication, cwd: string): object {
  const folder = dirname(imported.routeFile)
  return {
    routes: routes.map(({ method, path, line, target, middleware, place, file }) => ({
      method,
      path,
      line,
      action: target,
      middleware,
      source: { file: shownPath(cwd, place.file), line: place.line },
      routeFile: relative(cwd, `${folder}/${file}`),
    })),
    untranslated: untranslated.map(({ place, reason, suggestion }) => ({
      source: { file: shownPath(cwd, place.file), line: place.line, column: place.column },
      reason,
      suggestion,
    })),
    kept: imported.plan.kept.map(({ place, text, position }) => ({
      source: { file: shownPath(cwd, place.file), line: place.line, column: place.column },
      text,
      position,
    })),
    changed: imported.edits.map(({ file }) => shownPath(cwd, file)),
    files: writtenFiles(imported, cwd),
  }
}

type WrittenFiles = Pick<ImportedApplication, 'files' | 'routeFile' | 'controllersFile'>

function writtenFiles({ files, routeFile, controllersFile }: WrittenFiles, cwd: string): string[] {
  const routeFiles = files.map(({ name }) => join(dirname(routeFile), name))
  return [...routeFiles, controllersFile].map((file) => shownPath(cwd, file))
}

function printImport(
  imported: ImportedApplication,
  { print, paint, cwd }: Terminal,
  movesHandlers: boolean,
): void {
  const { routes, untranslated, names } = imported
  for (const [index, { place, reason, suggestion }] of untranslated.entries()) {
    print(`${shownPlace(cwd, place)}:${place.column}  ${paint('red', reason)}`)
    // One hint is enough for those in a row that share it.
    if (suggestion !== untranslated[index + 1]?.suggestion) print(`  hint: ${suggestion}`)
  }
  const { missing } = names
  if (missing.length > 0) {
    const why = movesHandlers ? 'gathered or moved:' : 'gathered from where they are (--move-handlers):'
    print(`${missing.length} of the handlers cannot be ${why}`)
    for (const { name, place, reason } of missing.slice(0, shownInRow))
      print(`  ${name}  ${shownPlace(cwd, place)}:${place.column}  ${reason ?? ''}`)
    if (missing.length > shownInRow)
      print(
        `  ... and ${missing.length - shownInRow} more, which ${shownPath(cwd, imported.controllersFile)} lists`,
      )
  }
  if (untranslated.length + missing.length > 0) print('')
  print(`Wrote ${writtenFiles(imported, cwd).join(', ')}`)
  if (imported.edits.length > 0)
    print(
      `Changed ${imported.edits.map(({ file }) => shownPath(cwd, file)).join(', ')}: their inline handlers have moved`,
    )
  print(paint('bold', `${counted(routes.length, 'line')} imported, ${untranslated.length} not`))
  print('')
  for (const line of wiringLines(imported, cwd)) print(line)
}

function printVerification(
  {
    requests,
    same,
    different,
    notImported,
    byPackages,
    notRegistered,
    standIns,
    faults,
  }: Verification & { readonly faults: readonly WrittenFault[] },
  { print, paint }: Terminal,
): void {
  print('')
  for (const { file, line, message } of faults)
    print(`${file}${line === undefined ? '' : `:${line}`}  ${message}`)
  if (notRegistered.length > 0) {
    const routes = counted(notRegistered.length, 'imported route')
    print(`not in the loaded application: ${routes}, the first is ${notRegistered[0] ?? ''}`)
    print('  hint: the application may wait for what is not there, such as a database: start it first')
  }
  for (const { message } of different.slice(0, shownInRow)) print(message)
  if (different.length > shownInRow) print(`... and ${different.length - shownInRow} more (--json)`)
  for (const each of byPackages) print(`registered by a package, and not imported: ${each}`)
  if (standIns.length > 0) print(`loaded without ${standIns.join(', ')}, which cannot be loaded here`)
  if (notImported > 0) print(`${notImported} requests reach what is not imported`)
  const result = `${same} of ${requests} requests reach the same handler`
  print(paint(different.length === 0 ? 'green' : 'red', result))
}

const shownInRow = 20
