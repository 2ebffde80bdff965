// Lists the pages of each section of the site. A path begins at the root of the repository. The address of a page has
// the section and the name: docs/check.md has the address /tools/check.

/** Sections in the order of the navigation. `groups` are the parts of the sidebar. */
export const sections = [
  {
    title: 'Start',
    folder: 'start',
    groups: [
      {
        title: 'Start',
        pages: [
          ['docs/start.md', 'In five minutes', 'index'],
          ['docs/starter.md', 'A new application'],
          ['docs/tutorial.md', 'Line by line'],
          ['docs/move-in.md', 'Move an Express application in'],
          ['docs/commonjs.md', 'CommonJS'],
          ['docs/try-from-a-checkout.md', 'From a checkout'],
        ],
      },
    ],
  },
  {
    title: 'Guide',
    folder: 'guide',
    groups: [
      {
        title: 'Routes',
        pages: [
          ['packages/router-core/README.md', 'The router', 'router'],
          ['docs/route-file.md', 'The route file'],
          ['packages/router-core/docs/router.md', 'The router in detail', 'router-in-detail'],
          ['packages/router-core/docs/controllers.md', 'Controllers'],
          ['packages/router-core/docs/loading.md', 'Loading and reloading'],
          ['packages/router-core/docs/hypermedia.md', 'Hypermedia'],
          ['packages/constraint-language/README.md', 'Constraints', 'constraints'],
        ],
      },
      {
        title: 'Links in templates',
        pages: [
          ['docs/links.md', 'In every engine'],
          ['packages/view-nunjucks/README.md', 'Nunjucks', 'nunjucks'],
          ['packages/view-handlebars/README.md', 'Handlebars', 'handlebars'],
          ['packages/view-liquid/README.md', 'Liquid', 'liquid'],
          ['packages/view-eta/README.md', 'Eta', 'eta'],
          ['packages/view-ejs/README.md', 'EJS', 'ejs'],
          ['packages/view-jsx/README.md', 'JSX', 'jsx'],
          ['packages/view-jsx/docs/hono.md', 'JSX with Hono', 'jsx-with-hono'],
          ['packages/router-core/docs/pug.md', 'Pug'],
        ],
      },
      {
        title: 'Hosts and clients',
        pages: [
          ['packages/router-core/docs/fastify.md', 'Fastify'],
          ['packages/router-core/docs/hono.md', 'Hono'],
          ['docs/hosts.md', 'All hosts'],
          ['docs/client.md', 'In the browser'],
        ],
      },
    ],
  },
  {
    title: 'Cookbook',
    folder: 'cookbook',
    groups: [
      {
        title: 'Cookbook',
        pages: [
          ['docs/forms.md', 'Forms, CSRF, uploads'],
          ['docs/error-pages.md', 'Error pages'],
          ['docs/localized-urls.md', 'URLs in several languages'],
          ['docs/restart.md', 'Restart in development'],
          ['docs/testing-routes.md', 'Testing your routes'],
        ],
      },
      {
        title: 'In production',
        pages: [
          ['docs/deployment.md', 'Deployment'],
          ['docs/behind-a-proxy.md', 'Behind a proxy'],
          ['docs/serverless.md', 'Serverless'],
          ['docs/observability.md', 'Logs, metrics and traces'],
          ['docs/threat-model.md', 'Threat model'],
        ],
      },
    ],
  },
  {
    title: 'REST',
    folder: 'rest',
    groups: [
      {
        title: 'REST',
        pages: [
          ['packages/rest/README.md', 'A REST API', 'overview'],
          ['packages/rest/docs/controllers.md', 'Controllers'],
          ['packages/rest/docs/rest.md', 'Its rules', 'rules'],
          ['packages/rest/docs/errors.md', 'Errors and validation'],
          ['packages/rest/docs/server.md', 'The server'],
          ['packages/rest/docs/lists.md', 'Lists'],
          ['packages/rest/docs/security.md', 'Who may do what'],
          ['packages/rest/docs/admin-panels.md', 'Admin panels'],
        ],
      },
      {
        title: 'Stores',
        pages: [
          ['packages/rest-kysely/README.md', 'SQL', 'sql'],
          ['packages/rest-kysely/docs/data.md', 'Entities, views, repositories'],
          ['packages/rest-mongodb/README.md', 'MongoDB', 'mongodb'],
          ['packages/rest/docs/stores.md', 'Other libraries'],
        ],
      },
    ],
  },
  {
    title: 'Tools',
    folder: 'tools',
    groups: [
      {
        title: 'The command',
        pages: [
          ['packages/cli/README.md', 'mvc-router', 'mvc-router'],
          ['docs/check.md', 'check'],
          ['docs/look-up.md', 'list, match, reverse, format'],
          ['docs/adopt.md', 'adopt'],
          ['docs/diff.md', 'diff'],
          ['docs/import.md', 'import'],
          ['packages/import/README.md', 'The package of import', 'import-package'],
          ['packages/create-mvc-router/README.md', 'create-mvc-router', 'create-mvc-router'],
          ['docs/configuration.md', 'The configuration'],
          ['docs/types.md', 'types'],
          ['docs/commands.md', 'Every option'],
        ],
      },
      {
        title: 'While you work',
        pages: [
          ['docs/editors.md', 'Editors'],
          ['docs/development-pages.md', 'Development pages'],
        ],
      },
    ],
  },
  {
    title: 'Reference',
    folder: 'reference',
    groups: [
      {
        title: 'Exports',
        pages: [
          'router-core',
          'constraint-language',
          'view-nunjucks',
          'view-handlebars',
          'view-liquid',
          'view-eta',
          'view-ejs',
          'view-jsx',
          'rest',
          'rest-kysely',
          'rest-mongodb',
          'cli',
          'import',
          'create-mvc-router',
        ].map((name) => [`packages/${name}/docs/reference.md`, name, name]),
      },
      {
        title: 'The project',
        pages: [
          ['CHANGELOG.md', 'Changelog', 'changelog'],
          ['SECURITY.md', 'Report a vulnerability', 'security'],
        ],
      },
    ],
  },
  {
    title: 'Messages',
    folder: 'messages',
    groups: [
      {
        title: 'Messages',
        pages: [
          ['docs/messages.md', 'Every message', 'index'],
          ['docs/troubleshooting.md', 'Troubleshooting'],
        ],
      },
    ],
  },
  {
    title: 'Compared',
    folder: 'compared',
    groups: [
      {
        title: 'Compared',
        pages: [
          ['docs/comparison.md', 'With other frameworks', 'index'],
          ['docs/from-play.md', 'With Play'],
          ['docs/words.md', 'Words of Java'],
        ],
      },
    ],
  },
]

/** Every page: its file, its title in the sidebar, and the path of its Markdown on the site. */
export const pages = sections.flatMap(({ folder, groups }) =>
  groups.flatMap((group) =>
    group.pages.map(([file, title, name = file.split('/').at(-1).replace('.md', '')]) => ({
      file,
      title,
      path: `${folder}/${name}.md`,
    })),
  ),
)

/** The path of a file's page on the site, or undefined if the file has no page. */
export function pathOf(file) {
  return pages.find((page) => page.file === file)?.path
}
