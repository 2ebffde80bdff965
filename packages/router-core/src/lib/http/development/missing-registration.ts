import { existsSync, readFileSync } from 'node:fs'
import { ConfigurationException } from '../../exceptions.js'
import { shorten } from '../../shorten.js'

/** An engine, and how to recognize that links of templates are not registered with it. */
interface UnknownLink {
  readonly engine: string
  readonly registration: string
  readonly isCause: (error: Error) => boolean
}

const unknownLinks: readonly UnknownLink[] = [
  {
    engine: 'Nunjucks',
    registration: "environment.addExtension('RouteDirective', new RouteDirective())",
    isCause: ({ message }) => /unknown block tag: route\b/.test(message),
  },
  {
    engine: 'Liquid',
    registration: 'liquid.plugin(routeTag())',
    isCause: ({ message }) => message.startsWith('tag "route" not found'),
  },
  {
    engine: 'Handlebars',
    registration: 'engine({ helpers: routeHelpers() })',
    isCause: ({ message }) => message.startsWith('Missing helper: "route"'),
  },
  {
    engine: 'EJS',
    registration: "app.engine('ejs', routeEngine())",
    isCause: ({ message }) => {
      const [, file] = /\sin (\S.*) while compiling ejs/.exec(message) ?? []
      return file !== undefined && existsSync(file) && routeTag.test(readFileSync(file, 'utf8'))
    },
  },
  {
    engine: 'Eta',
    registration: 'new Eta({ plugins: [routePlugin()] })',
    isCause: ({ message }) =>
      message.startsWith('Bad template syntax\n') && /^\s*route\s+["']/m.test(message),
  },
]

const routeTag = /<%[-_=~]?\s*route\s+["']/

/** The messages of Pug, EJS, Nunjucks and Eta if a template calls `route` and the view lacks it. */
const unknownAttribute = /(?:^|\n|\s)(?:it\.)?route is not (?:defined|a function)$|Unable to call `route`/

/**
 * An exception that explains which registration is missing; undefined for another error. The engine's own message comes
 * after the hint, because it has the place.
 */
export function missingRegistration(error: Error): ConfigurationException | undefined {
  const found = unknownLinks.find(({ isCause }) => isCause(error))
  const place = shorten(firstLines(error.message), 500)
  if (found !== undefined) {
    const message = `${found.engine} does not know the links of templates\n  hint: register them: ${found.registration}\n${place}`
    return new ConfigurationException('views', message, { cause: error })
  }
  if (!unknownAttribute.test(error.message) || !isOfTemplate(error)) return undefined
  const hint =
    /\bEta\b/.test(error.stack ?? '') && !error.message.includes('it.')
      ? 'Eta has the attribute in `it`: <%= it.route(…) %>'
      : 'mvcRouter({ attributeName }) names it, and RouterModelAttribute must run before the view renders'
  return new ConfigurationException(
    'attributeName',
    `The view has no attribute "route"\n  hint: ${hint}\n${place}`,
    {
      cause: error,
    },
  )
}

/** False for the error of a program, which may have a variable named `route`, too. */
function isOfTemplate({ message, stack = '' }: Error): boolean {
  return (
    /Unable to call `route`|>>? *\d+\|/.test(message) ||
    /eval at (?:compile|exports\.compile|wrap)\b/.test(stack)
  )
}

/** Leaves out the program that Eta adds to its message, and the advice that EJS adds. */
function firstLines(message: string): string {
  return message.split('\n\n', 1)[0] ?? ''
}
