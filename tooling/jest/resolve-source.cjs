// Jest's resolver. It finds the source of a compiled module of this repository, so that suites need no build.
const { existsSync } = require('node:fs')
const files = require('node:path')

const root = files.join(__dirname, '../..') + files.sep
const sources = new Map()

module.exports = (request, options) => {
  const { basedir, defaultResolver } = options
  const isOurs = basedir.startsWith(root) && !basedir.includes(`${files.sep}node_modules${files.sep}`)
  if (isOurs && /^\.{1,2}\/.*\.js$/.test(request)) {
    const source = sourceOf(files.join(basedir, request))
    if (source !== undefined) return source
  }
  const path = defaultResolver(request, options)
  return sourceOf(path) ?? path
}

/** The TypeScript file of `packages/x/dist/y.js`, `packages/x/dist-test/y.js` or `packages/x/src/y.js`. */
function sourceOf(path) {
  if (
    !path.endsWith('.js') ||
    !path.startsWith(root) ||
    path.includes(`${files.sep}node_modules${files.sep}`)
  )
    return undefined
  if (!sources.has(path)) sources.set(path, findSource(path))
  return sources.get(path)
}

function findSource(path) {
  const stem = path
    .slice(root.length, -'.js'.length)
    .replace('packages/rest/dist/contract/', 'packages/rest/contract/')
    .replace(/^((?:[^/]+\/){1,2})dist\//, '$1src/')
    .replace(/^((?:[^/]+\/){1,2})dist-test\//, '$1test/')
  return [`${root}${stem}.ts`, `${root}${stem}.tsx`].find((source) => existsSync(source))
}
