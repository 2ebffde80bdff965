import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type BindingContext, Params, pathVariable } from '@mvc-router/router-core/express'
import { NotFoundException } from '../../exceptions/rest-exceptions.js'
import { type ApiInfo, openApiDocument } from '../openapi/openapi-document.js'
import { jsonFormat } from '../negotiation/response-format.js'
import { type RestPart, wholeContext } from './rest-part.js'
import type { ResponseWriter } from '../response/response-writer.js'

const routes = `+ hidden
GET /api/openapi.json  documentsController.openApi
+ hidden
GET /api/docs  documentsController.page
+ hidden
GET /api/docs/{file}  documentsController.file
`

/** Adds the OpenAPI document, and its page if `swagger-ui-dist` is installed. */
export function documentsPart(info: ApiInfo, writer: ResponseWriter): RestPart {
  const folder = findSwaggerUi()
  const send = ({ request, response }: BindingContext, text: string, contentType: string): void => {
    if (folder === undefined) throw new NotFoundException('The package swagger-ui-dist is not installed')
    response.setHeader('Content-Security-Policy', swaggerUiPolicy)
    writer.send(request, response, text, { contentType })
  }
  const controller = {
    openApi: Params(wholeContext)(({ request, response, mapping }) => {
      const document = openApiDocument({
        info,
        routes: mapping.router.routes,
        actions: mapping.controllers.actions,
        serverUrl: request.baseUrl === '' ? '/' : request.baseUrl,
      })
      writer.send(request, response, JSON.stringify(document), { contentType: jsonFormat.contentType })
    }),
    page: Params(wholeContext)((context) => send(context, swaggerUiPage, 'text/html; charset=utf-8')),
    file: Params(
      wholeContext,
      pathVariable('file'),
    )(async (context, name) => {
      if (name === 'start.js') return send(context, swaggerUiStart, 'text/javascript; charset=utf-8')
      const { response } = context
      const contentType = swaggerUiTypes.get(name)
      if (folder === undefined || contentType === undefined)
        throw new NotFoundException('The page has no such file')
      response.setHeader('Content-Type', contentType)
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', 'max-age=86400')
      response.end(await readFile(`${folder}/${name}`))
    }),
  }
  return { name: 'documentsController', routes, controller }
}

/** The files that the page loads from `swagger-ui-dist`, with their types. */
const swaggerUiTypes: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** Finds the folder of the optional peer `swagger-ui-dist`. Returns `undefined` if it is not installed. */
function findSwaggerUi(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}

/** Allows no files from other origins, and no inline scripts. */
const swaggerUiPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The links of the page are relative, so the routes may be mounted anywhere. HEAD operations are hidden. */
const swaggerUiPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>body { margin: 0 } .opblock-head { display: none }</style>
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

const swaggerUiStart = "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', validatorUrl: null })\n"
