// Checks the imports between the rooms, which are the folders of src/lib and of the core's http/. A room may import
// only rooms on lower lines, even for types.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The lines of rooms from top to bottom, as in the drawings of ARCHITECTURE.md. A single file can be a room. */
const rooms = {
  'router-core': [
    ['hosts', 'hypermedia'],
    ['http'],
    // The functions that the mapping calls to read a request of a host.
    [
      'hosts/is-cut-amiss.ts',
      'hosts/request-route.ts',
      'hosts/sent-answer.ts',
      'hosts/require-known-host.ts',
      'hosts/send-json.ts',
    ],
    ['hosts/host-settings.ts'],
    ['hosts/express/express-settings.ts'],
    ['hosts/express/ignores-case.ts'],
    ['hosts/host.ts'],
    [
      'router.ts',
      'router-options.ts',
      'build-table.ts',
      'application-router.ts',
      'request-links.ts',
      'link-checks.ts',
    ],
    ['table', 'templates'],
    ['reversing', 'path-languages'],
    ['signing'],
    ['matching'],
    ['loading', 'controllers', 'routes'],
    ['syntax'],
  ],
  'router-core/src/lib/http': [
    ['development', 'stop-gracefully.ts'],
    ['router-handler-mapping.ts', 'router-handler-mapping-options.ts'],
    ['dispatch'],
    ['extensions'],
    ['interceptors', 'binding'],
    ['answers'],
    ['snapshot'],
    ['middleware'],
    ['request'],
  ],
  rest: [
    ['http'],
    ['controller'],
    ['service', 'store'],
    ['repository', 'view', 'mapping'],
    ['entity'],
    ['request-end.ts'],
    ['exceptions'],
  ],
  'rest-kysely': [['documents'], ['tables'], ['database']],
  import: [
    ['import-application.ts'],
    ['verify'],
    ['writing'],
    ['planning'],
    ['code', 'paths'],
    ['call-sites'],
    ['record'],
    ['files.ts', 'import-exception.ts'],
    ['script'],
  ],
  cli: [
    ['commands'],
    ['lsp'],
    ['check', 'client', 'diff'],
    ['application'],
    ['routes'],
    ['programs'],
    ['adopt', 'options'],
    ['links', 'engines'],
    ['terminal'],
  ],
}

const problems = []
for (const [name, lines] of Object.entries(rooms)) {
  const root = name.includes('/') ? join('packages', name) : join('packages', name, 'src', 'lib')
  // A listed file is a room. Other files belong to the room of their folder.
  const roomOf = (file) => (lines.flat().includes(file) ? file : file.split('/')[0])
  // All rooms may import a file that no list has.
  const floorOf = (file) => lines.toReversed().findIndex((line) => line.includes(roomOf(file)))
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    if (file.includes('/') && floorOf(file) < 0)
      problems.push(`${join(root, file)}: expected one of the rooms ${lines.flat().join(', ')}`)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)) {
      const imported = normalize(join(dirname(file), `${specifier}.ts`))
      const isBelow = floorOf(imported) < floorOf(file)
      const isNear = roomOf(imported) === roomOf(file) || (!file.includes('/') && !imported.includes('/'))
      if (!isBelow && !isNear && !imported.startsWith('..'))
        problems.push(`${join(root, file)} imports ${imported}: expected a room below ${roomOf(file)}`)
    }
  }
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
