import { isOfProgram, scriptPath, thrownText } from './program-frames.js'

/** Returns the package or file that could not be loaded. If package `a` needs the missing package `b`, returns `a`. */
export function unloadablePackage(error: unknown): string | undefined {
  const [code, message] = [thrownText(error, 'code'), thrownText(error, 'message')]
  if (message.includes('imported from /dev/null')) return undefined
  const stack = thrownText(error, 'stack')
  const [, missing] = /Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  // A missing file of the program, such as a configuration, is no missing package.
  if (missing !== undefined && scriptPath(missing) !== undefined && isOfProgram(missing)) return undefined
  const isRefused = code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  const isUnbuilt = code === 'ERR_DLOPEN_FAILED' || /bindings file|native build/.test(message)
  if (missing === undefined && !isRefused && !isUnbuilt) return failedWhileLoading(error)
  // The message names the package that refuses. The stack names the package that loads it.
  const origin = isRefused ? stack.slice(stack.indexOf('\n    at ')) : message
  const [, from = origin] = /(?:Require stack:\s+- |imported from )(.+)/.exec(message) ?? []
  const [, byPackage] = /node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(from) ?? []
  if (byPackage !== undefined || missing === undefined) return byPackage
  const [, name] = /^((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(missing) ?? []
  return name ?? (/^[.~@#]/.test(missing) ? missing : undefined)
}

/** Returns the package whose code fails during loading, for example in an unsupported version of Node. */
function failedWhileLoading(error: unknown): string | undefined {
  const isOfNode = thrownText(error, 'code') !== ''
  if (isOfNode || !/^(?:Type|Reference|Syntax)Error$/.test(thrownText(error, 'name'))) return undefined
  const frames = thrownText(error, 'stack')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  const loading = frames.findIndex((line) => line.includes('node:internal/modules'))
  const [, byPackage] = /node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(frames[loading - 1] ?? '') ?? []
  return byPackage
}
