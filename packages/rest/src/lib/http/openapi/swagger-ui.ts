import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The files that the page loads from `swagger-ui-dist`, with their types. */
export const swaggerUiTypes: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** Finds the folder of the optional peer `swagger-ui-dist`. Returns `undefined` if it is not installed. */
export function findSwaggerUi(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}

/** Allows no files from other origins, and no inline scripts. */
export const swaggerUiPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Its links are relative, so the routes may be mounted anywhere. HEAD operations are hidden. */
export const swaggerUiPage = `<!doctype html>
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

export const swaggerUiStart =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', validatorUrl: null })\n"
