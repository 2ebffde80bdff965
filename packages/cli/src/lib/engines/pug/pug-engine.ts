import type { EngineProject, TemplateEngine } from '../template-engine.js'
import { findPugLinks } from './links.js'
import type { PugModules } from './pug-source.js'
import { findPugUrls } from './urls.js'

export const pugEngine: TemplateEngine = {
  name: 'pug',
  extensions: ['.pug', '.jade'],
  registration:
    'app.use(new RouterModelAttribute({ mapping }).middleware) // @mvc-router/router-core/express',
  links: (source, project) => findPugLinks(source, pugModules(source.file, project), project.options),
  urls: (source, project) => findPugUrls(source, pugModules(source.file, project)),
}

function pugModules(file: string, project: EngineProject): PugModules {
  const { compileClient } = project.need('pug', file) as Pick<PugModules, 'compileClient'>
  // Tokens of earlier lexers have no `loc`.
  const lex = project.need('pug-lexer', file, { from: 4, through: 'pug' }) as PugModules['lex']
  return { lex, compileClient }
}
