import type { FastifyInstance, FastifyPluginAsync, RouteHandlerMethod } from 'fastify'
import { ConfigurationException, wrongOption } from '../../exceptions.js'
import { asError, runOnHost, type RenderView } from '../as-host.js'
import { cutOff } from '../sent-answer.js'
import type { Middleware } from '../host.js'
import { loadRoutes, type HostRouterOptions, type Routes } from '../load-routes.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes, which `mvcRouter` returns on other hosts. They exist after the plugin has been registered. */
    readonly routes: Routes
  }
}

/**
 * The routes as a Fastify plugin: `await app.register(mvcRouter, { routeFiles: 'routes.conf', controllers })`.
 *
 * Fastify's hooks and body parsers run first, and `@fastify/view` renders. Errors go to Fastify's error handler.
 * Requests that no line answers go to Fastify's not-found handler. `prefix: '/shop'`, or the prefix of a context around
 * the plugin, mounts the routes as in Express. `app.routes` has the mapping.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export const mvcRouter: FastifyPluginAsync<HostRouterOptions> = async (app, given) => {
  requireFastify5(app)
  const { prefix = '', ...options }: HostRouterOptions & { readonly prefix?: unknown } = given
  if (typeof prefix !== 'string' || !/^(?:\/.*[^/])?$/.test(prefix))
    throw wrongOption('prefix', "expected the path at which the routes are mounted, '/shop'")
  const { run, routes } = await loadRoutes(options, 'Fastify')
  if (!app.hasDecorator('routes')) app.decorate('routes', routes)
  app.addHook('onClose', () => routes.close())
  const mount = app.prefix + prefix
  const handler = createHandler(app, mount, run, options.render)
  for (const url of mount === '' ? ['/*'] : [prefix || '/', `${prefix}/*`]) declareRoute(app, url, handler)
}

/**
 * Declares a route for each method. An earlier plugin, such as `@fastify/cors`, may keep its route for OPTIONS.
 *
 * @throws ConfigurationException if another plugin, such as `@fastify/static`, declares a route for another method
 */
function declareRoute(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  const whole = app.prefix + url
  const refuse = (method: string): never => {
    const hint = method === 'OPTIONS' ? 'register the other plugin first' : 'give one of them a prefix'
    const problem = `mvcRouter and another plugin declare ${method} ${whole}: ${hint}`
    throw new ConfigurationException('host', problem)
  }
  const methods = app.supportedMethods.filter((method) => {
    const isTaken = app.hasRoute({ method, url: whole })
    return isTaken && method !== 'OPTIONS' ? refuse(method) : !isTaken
  })
  // Hides this route from `@fastify/swagger`, because it is not a route of the API.
  const schema: object = { hide: true }
  app.route({ method: methods, url, handler, schema, exposeHeadRoute: false })
  app.addHook('onRoute', ({ path, method }) => {
    const isSame = path === whole || (path === '*' && whole === '/*')
    const twice = isSame ? [method].flat().find((each) => methods.includes(each)) : undefined
    if (twice !== undefined) refuse(twice)
  })
}

/** @throws ConfigurationException for another version, and for options instead of a Fastify application */
export function requireFastify5({ version }: { readonly version?: string }): void {
  if (version === undefined)
    throw new ConfigurationException(
      'host',
      'mvcRouter of Fastify is a plugin: await app.register(mvcRouter, { routeFiles, controllers })',
    )
  if (!version.startsWith('5.'))
    throw new ConfigurationException('host', `mvcRouter needs Fastify 5, and this is Fastify ${version}`)
}

// The plugin shares the decorators and the error handler of its context, as with the package fastify-plugin.
Object.assign(mvcRouter, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@mvc-router/router-core',
  [Symbol.for('plugin-meta')]: { name: '@mvc-router/router-core' },
})

interface ViewReply {
  locals?: Record<string, unknown>
  viewAsync?: (view: string, model: object) => Promise<string>
}

function createHandler(
  { initialConfig }: FastifyInstance,
  prefix: string,
  run: Middleware,
  own: RenderView | undefined,
): RouteHandlerMethod {
  const ofRouter: typeof initialConfig | undefined = initialConfig.routerOptions
  const isSemicolonEnd = [initialConfig, ofRouter].some((each) => each?.useSemicolonDelimiter === true)
  const mount = mountPattern(prefix, isSemicolonEnd)
  return (request, reply) => {
    const { raw: incoming } = request
    const { raw: outgoing } = reply
    const { url = '/' } = incoming
    const { locals, viewAsync } = reply as typeof reply & ViewReply
    const baseUrl = mount.exec(url)?.[0]
    if (baseUrl === undefined) {
      reply.callNotFound()
      return
    }
    // Fastify sends the headers of hooks only with its own answers. Files and streams do not go through Fastify.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      reply.removeHeader(name)
      if (value !== undefined) outgoing.setHeader(name, value)
    }
    const rest = url.slice(baseUrl.length)
    if (baseUrl !== '') incoming.url = rest.startsWith('/') ? rest : `/${rest}`
    runOnHost(run, incoming, outgoing, {
      hostName: 'Fastify',
      authority: () => request.host,
      secure: request.protocol === 'https',
      ip: request.ip,
      originalUrl: url,
      body: request.body,
      user: (request as { readonly user?: unknown }).user,
      native: [request, reply],
      locals,
      // The option `propertyName` of `@fastify/view` changes the name `viewAsync`.
      render: viewAsync === undefined ? own : (view, model) => viewAsync.call(reply, view, model),
      howToRender: ['register @fastify/view'],
      next(error) {
        incoming.url = url
        if (error === undefined) reply.callNotFound()
        else if (outgoing.headersSent) {
          request.log.error(error)
          reply.hijack()
          cutOff(outgoing)
        } else reply.send(asError(error))
      },
      end: (body) => void reply.send(body),
    })
  }
}

/**
 * Matches the prefix as the client wrote it. Fastify decodes the path, may ignore its case, and fills in variables, but
 * keeps the number of segments. Fastify splits a target with `//` or `;` in another way, so no line answers it.
 */
function mountPattern(prefix: string, isSemicolonEnd: boolean): RegExp {
  const { length } = prefix.split('/').filter(Boolean)
  const mount = length === 0 ? '' : String.raw`(?:/[^/?#;]+){${length}}(?=[/?#]|$)`
  return new RegExp(isSemicolonEnd ? `^${mount}(?![^?#]*;)` : `^${mount}`)
}
