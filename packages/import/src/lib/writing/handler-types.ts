import { parseExpression, type SyntaxNode } from '../script/script-syntax.js'
import { nodeIn, nodesIn } from '../script/syntax-fields.js'
import type { ModuleImports } from '../code/module-imports.js'
import type { TranslatedPath } from '../paths/translated-path.js'
import { usedAsLists } from '../planning/parameter-middleware.js'
import type { NamedHandler } from '../planning/handler-names.js'

/**
 * Adds types to the code of a handler. In the program, the call of Express gives its parameters their types. In the module of
 * controllers, they need their own types.
 */
export function typedHandler(code: string, { paths, handler }: NamedHandler, imports: ModuleImports): string {
  if (!hasUntypedParameter(code, imports.file)) return code
  const params =
    handler === undefined
      ? '<Record<string, any>>'
      : paths.size === 0 || !/\bparams\b/.test(code)
        ? ''
        : `<${paramsType([...paths], code)}>`
  return `(${code}) satisfies ${imports.handlerType()}${params}`
}

function hasUntypedParameter(code: string, file: string): boolean {
  const expression = parseExpression(code, file)
  return (
    /^(Arrow)?FunctionExpression$/.test(expression.type) &&
    nodesIn(expression, 'params').some((parameter) => typeOf(parameter) === undefined)
  )
}

function typeOf(parameter: SyntaxNode): SyntaxNode | undefined {
  const left = nodeIn(parameter, 'left') ?? parameter
  return nodeIn(left, 'typeAnnotation')
}

/** Returns the type of `params`: `{ id: string; tab?: string }`. A variable that some paths lack is optional. */
function paramsType(paths: readonly TranslatedPath[], code: string): string {
  const fields = new Map<string, string>()
  for (const path of paths) {
    const lists = usedAsLists(path, [code])
    for (const variable of path.variables)
      fields.set(variable, lists.includes(variable) ? 'string[]' : 'string')
    for (const [, name] of path.renamed) fields.set(name, 'string')
  }
  const isEverywhere = (name: string): boolean =>
    paths.every(
      ({ variables, renamed }) => variables.includes(name) || renamed.some(([, each]) => each === name),
    )
  const members = [...fields].map(([name, type]) => `${name}${isEverywhere(name) ? '' : '?'}: ${type}`)
  return members.length === 0 ? 'Record<string, string>' : `{ ${members.join('; ')} }`
}
