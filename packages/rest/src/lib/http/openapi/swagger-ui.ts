import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** A file of the page: its place on the disk, and its type. */
export interface SwaggerUiAsset {
  readonly path: string
  readonly contentType: string
}

const assetTypes: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** The files of the optional peer `swagger-ui-dist`, by name; `undefined` when it is not installed. */
export function findSwaggerUiAssets(): ReadonlyMap<string, SwaggerUiAsset> | undefined {
  try {
    const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    return new Map(
      Array.from(assetTypes, ([name, contentType]) => [name, { path: `${directory}/${name}`, contentType }]),
    )
  } catch {
    return undefined
  }
}

/** Nothing is loaded from elsewhere, and no script is in the page itself. */
export const swaggerUiPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The page at `api/docs`; its links are relative to it, so it may be mounted anywhere. Readers know that HEAD comes with
 * GET; programs read it in the document.
 */
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

/** The script that starts the page. */
export const swaggerUiStart =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', validatorUrl: null })\n"
