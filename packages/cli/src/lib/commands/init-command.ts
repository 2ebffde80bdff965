import { readJson } from '@mvc-router/import/script'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { glob } from 'tinyglobby'
import { textOption } from '../options/command-options.js'
import { configurationFiles, configurationsIn } from '../options/configuration.js'
import { UsageException } from '../terminal/usage-exception.js'
import { writeFiles } from '../terminal/write-files.js'
import { printJson } from '../terminal/terminal.js'
import type { Command } from './command.js'

export const initCommand: Command = {
  name: 'init',
  takesNames: false,
  readsRoutes: false,
  summary: 'Writes mvc-router.config.js for an application that has none.',
  synopsis: '[--out FILE]',
  example: 'mvc-router init --out mvc-router.config.ts',
  options: {
    out: textOption('FILE', `${configurationFiles.join(', ')}; default .js, or .mjs in CommonJS`, 'o'),
  },
  async run(args, terminal) {
    const { cwd } = terminal
    const [known] = configurationsIn(cwd)
    if (known !== undefined) throw new UsageException(`There is a configuration: ${known}`, `change ${known}`)
    const manifest = readJson(join(cwd, 'package.json'))
    // Every Node reads `.mjs` as an ES module. For `.js`, only package.json decides this in every version of Node.
    const file = args.text('out') ?? `mvc-router.config.${manifest?.['type'] === 'module' ? 'js' : 'mjs'}`
    if (!configurationFiles.includes(file))
      throw new UsageException(`--out: expected ${configurationFiles.join(' or ')}, got "${file}"`)
    const settings = await settingsOf(cwd)
    const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${inspect(value)},`)
    const code = [
      "import { defineConfig } from '@mvc-router/router-core'",
      '',
      'export default defineConfig({',
      ...lines,
      '})',
      '',
    ].join('\n')
    const text = file.endsWith('.json') ? `${JSON.stringify(settings, null, 2)}\n` : code
    await writeFiles(new Map([[file, text]]), cwd)
    if (args.flag('json')) printJson(terminal, { file, settings })
    else
      terminal.print(
        [
          `Wrote ${file}`,
          '',
          'The commands and editors read it. In the application:',
          '',
          `  import config from './${file}'`,
          '  app.use(await mvcRouter({ ...config, controllers }))',
        ].join('\n'),
      )
    return 0
  },
}

async function settingsOf(cwd: string): Promise<Record<string, unknown>> {
  const found = await glob('**/routes.conf', { cwd, ignore: '**/{node_modules,dist,build}/**' })
  // A file in a deeper folder is probably included by another route file.
  const [routeFiles = 'routes.conf'] = found.toSorted((left, right) => depthOf(left) - depthOf(right))
  const folders = ['public', 'static', 'assets'].filter((name) => existsSync(join(cwd, name)))
  const types = existsSync(join(cwd, 'src')) ? 'src/routes.d.ts' : 'routes.d.ts'
  return {
    routeFiles,
    ...(folders.length === 0 ? {} : { static: folders }),
    ...(existsSync(join(cwd, 'tsconfig.json')) ? { commands: { types: { out: types } } } : {}),
  }
}

function depthOf(path: string): number {
  return path.split('/').length
}
