import { engineNamed } from '../engines/engines.js'
import type { NunjucksOptions, TemplateEngine } from '../engines/template-engine.js'
import type { TemplateOptions } from '../engines/template-files.js'
import { UsageException } from '../terminal/usage-exception.js'
import { readPair, type CommandArguments } from './command-options.js'

export function readTemplateArguments(args: CommandArguments, cwd: string): TemplateOptions {
  return {
    cwd,
    // Named files replace the globs of the configuration, but not the globs of `--templates`.
    templates:
      args.positionals.length === 0
        ? args.list('templates')
        : [...args.configured({}).list('templates'), ...args.positionals],
    engines: new Map(args.list('engine').map(readEngine)),
    attributeName: args.text('attribute') ?? 'route',
    nunjucks: readNunjucksTags(args),
    staticFolders: args.list('static'),
    elsewhere: args.list('elsewhere'),
  }
}

function readEngine(text: string): [extension: string, engine: TemplateEngine] {
  const [extension, name] = readPair(text, '--engine')
  return [`.${extension.replace(/^\./, '').toLowerCase()}`, engineNamed(name, '--engine: ')]
}

function readNunjucksTags(args: CommandArguments): NunjucksOptions | undefined {
  const text = args.text('nunjucks-tags')
  if (text === undefined) return undefined
  const [blockStart, blockEnd, variableStart, variableEnd, ...more] = text.trim().split(/\s+/)
  if (blockStart === undefined || blockEnd === undefined || more.length > 0)
    throw new UsageException("--nunjucks-tags: expected two or four delimiters, as '<% %> <$ $>'")
  const variables =
    variableStart === undefined || variableEnd === undefined ? {} : { variableStart, variableEnd }
  return { tags: { blockStart, blockEnd, ...variables } }
}
