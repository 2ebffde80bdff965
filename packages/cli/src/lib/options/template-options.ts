import { templateEngines, type TemplateEngine } from '../links/find-links.js'
import type { NunjucksOptions } from '../links/nunjucks-links.js'
import { UsageException } from '../terminal/usage-exception.js'
import {
  listOption,
  readPair,
  textOption,
  type CommandArguments,
  type CommandOptions,
} from './command-options.js'

/** The options of the commands that read templates. */
export const templateOptions: CommandOptions = {
  templates: listOption('GLOB', 'the same as FILE; repeatable, "!GLOB" leaves out', 't'),
  engine: listOption(
    '.html=nunjucks',
    `how files of another extension are read: ${templateEngines.join(', ')}`,
  ),
  attribute: textOption('NAME', 'the attributeName of RouterModelAttribute; default route'),
  'nunjucks-tags': textOption("'<% %> <$ $>'", "Nunjucks' delimiters of blocks and variables"),
  static: listOption('FOLDER', 'a folder of files that are served, or PREFIX=FOLDER; repeatable'),
  elsewhere: listOption("'/old/*'", 'paths that something else answers; repeatable'),
}

export interface TemplateArguments {
  readonly cwd: string
  readonly templates: readonly string[]
  readonly engines: ReadonlyMap<string, TemplateEngine>
  readonly attributeName: string
  readonly nunjucks: NunjucksOptions | undefined
  readonly staticFolders: readonly string[]
  readonly elsewhere: readonly string[]
}

/** @throws UsageException */
export function readTemplateArguments(args: CommandArguments, cwd: string): TemplateArguments {
  return {
    cwd,
    templates: [...args.list('templates'), ...args.positionals],
    engines: readEngines(args),
    attributeName: args.text('attribute') ?? 'route',
    nunjucks: readNunjucksTags(args),
    staticFolders: args.list('static'),
    elsewhere: args.list('elsewhere'),
  }
}

function readEngines(args: CommandArguments): Map<string, TemplateEngine> {
  return new Map(
    args.list('engine').map((text) => {
      const [extension, name] = readPair(text, '--engine')
      const engine = templateEngines.find((known) => known === name)
      if (engine === undefined)
        throw new UsageException(`--engine: "${name}" is none of ${templateEngines.join(', ')}`)
      return [`.${extension.replace(/^\./, '').toLowerCase()}`, engine]
    }),
  )
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
