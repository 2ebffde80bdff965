import { scriptExtensions } from '@mvc-router/import/script'
import { packagesOf } from '../package-names.js'
import type { TemplateEngine } from '../template-engine.js'
import { findScriptLinks } from './links.js'
import { findProgramUrls, mayHoldUrls } from './urls.js'

export const scriptEngine: TemplateEngine = {
  name: 'script',
  extensions: scriptExtensions,
  isProgram: true,
  registration: 'Router.use(mapping) // @mvc-router/router-core',
  links: (source, { options }) => findScriptLinks(source, options),
  urls: (source, { options }) =>
    mayHoldUrls(source.text)
      ? findProgramUrls(source, packagesOf(source.file, options.cwd))
      : { urls: [], links: [] },
}
