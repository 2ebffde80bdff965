// Jest's transform of TypeScript. It only removes the types. `tsc -b` checks them.
import { transformSync, version } from 'esbuild'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ownText = readFileSync(new URL(import.meta.url))

export default {
  process(text, path) {
    const { code, map } = transformSync(text, {
      loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
      format: 'esm',
      // A controller is registered by the name of its class.
      keepNames: true,
      target: 'node20.19',
      sourcefile: path,
      sourcemap: true,
      // Modules start programs by paths relative to `import.meta.url`. The paths must lead to compiled JavaScript.
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(compiledPath(path)).href),
        'import.meta.resolve': 'resolveCompiled',
      },
      tsconfigRaw: {
        compilerOptions: { target: 'es2023', verbatimModuleSyntax: true, jsx: 'react-jsx' },
      },
    })
    return { code, map }
  },
  getCacheKey(text, path, { configString }) {
    return createHash('sha256').update([ownText, version, configString, path, text].join('\0')).digest('hex')
  },
}

/** The path of the compiled file. Only the first folder named `src` or `test` changes. */
function compiledPath(path) {
  const [folder, ...rest] = path.slice(root.length).split(/\/(src|test)\/(.*)/s)
  return `${root}${folder}/${rest[0] === 'src' ? 'dist' : 'dist-test'}/${rest[1]}`.replace(/\.tsx?$/, '.js')
}
