import { isTypeScript } from '../../script/script-files.js'
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { SourceModules } from '../program/source/source-module.js'

interface TypeScriptCompiler {
  transpileModule?(
    text: string,
    options: { readonly compilerOptions: Readonly<Record<string, unknown>>; readonly fileName: string },
  ): { readonly outputText: string }
}

/* oxlint-disable no-underscore-dangle -- the names of Node's loader */

interface CommonJsLoader {
  _extensions: Record<string, (module: { _compile(code: string, file: string): void }, file: string) => void>
  _resolveFilename(
    specifier: string,
    parent: { readonly filename?: string } | undefined,
    ...rest: unknown[]
  ): string
}

/**
 * Lets `require` load TypeScript with the program's own compiler, and with the paths of its tsconfig.json.
 *
 * @throws Error with a message for people
 */
export function compileTypeScript(entry: string, cwd: string): void {
  const compiler = findCompiler(entry, cwd)
  const loader = Module as unknown as CommonJsLoader
  process.setSourceMapsEnabled(true)
  const compile = (module: { _compile(code: string, file: string): void }, file: string): void => {
    const { outputText } = compiler(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: {
        module: 1,
        target: 9,
        esModuleInterop: true,
        experimentalDecorators: true,
        emitDecoratorMetadata: false,
        inlineSourceMap: true,
        jsx: 4,
      },
    })
    module._compile(outputText, file)
  }
  for (const extension of ['.ts', '.cts', '.mts', '.tsx']) loader._extensions[extension] = compile
  const modules = new SourceModules()
  const resolveFilename = loader._resolveFilename.bind(loader)
  loader._resolveFilename = (specifier, parent, ...rest) => {
    const from = parent?.filename
    if (from !== undefined && !from.includes('/node_modules/')) {
      const file = modules.resolve(specifier, from)
      if (file !== undefined && isTypeScript(file)) return file
    }
    return resolveFilename(specifier, parent, ...rest)
  }
}

function findCompiler(entry: string, cwd: string): NonNullable<TypeScriptCompiler['transpileModule']> {
  for (const from of [entry, `${cwd}/package.json`]) {
    try {
      const compiler = createRequire(from)('typescript') as TypeScriptCompiler
      if (compiler.transpileModule !== undefined) return compiler.transpileModule.bind(compiler)
    } catch {
      // The next place may have it.
    }
  }
  throw new Error('TypeScript cannot be loaded here: npm install --save-dev tsx')
}
