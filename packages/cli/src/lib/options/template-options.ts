import { engineNames } from '../engines/engine-names.js'
import { listOption, setBy, textOption, type CommandOptions } from './command-options.js'

export const templateOptions: CommandOptions = {
  templates: setBy(
    'templates',
    listOption('GLOB', 'templates and programs; repeatable, "!GLOB" leaves out', 't'),
  ),
  engine: setBy(
    'engines',
    listOption('.html=nunjucks', `the engine of an extension: ${engineNames.join(', ')}`),
  ),
  attribute: setBy(
    'attributeName',
    textOption('NAME', 'the attributeName of RouterModelAttribute; default route'),
  ),
  'nunjucks-tags': setBy(
    'nunjucksTags',
    textOption("'<% %> <$ $>'", "Nunjucks' delimiters of blocks and variables"),
  ),
  static: setBy('static', listOption('FOLDER', 'a served folder, or PREFIX=FOLDER; repeatable')),
  elsewhere: setBy('elsewhere', listOption("'/old/*'", 'paths that something else answers; repeatable')),
}
