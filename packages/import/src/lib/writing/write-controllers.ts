import { getOrInsert } from '@mvc-router/router-core/tools'
import type { ModuleImports } from '../code/module-imports.js'
import { commentOf } from './move-handlers.js'
import { findSyntax, parseExpression } from '../script/script-syntax.js'
import { nodeIn, nodesIn } from '../script/syntax-fields.js'
import type { HandlerNames, NamedHandler } from '../planning/handler-names.js'
import type { ProgramPlace, RecordedApplication } from '../record/recorded-application.js'

export function writeControllers(
  names: HandlerNames,
  shown: (place: ProgramPlace) => string,
  movedNames: readonly string[],
  application: RecordedApplication,
): string {
  const { writer } = names
  const { style } = writer
  const controllers = new Map<string, string[]>()
  const codeOf = (handler: NamedHandler, indent: string): string | undefined => {
    if (handler.code === undefined) return undefined
    const constant = writer.constants.find(({ value }) => value === handler.inline?.node)
    if (constant !== undefined) return constant.local
    const code = indentCode(handler.code, indent, writer.imports.file)
    return style.isTypeScript ? typedHandler(code, writer.imports) : code
  }
  for (const handler of names.actions.values()) {
    const code = codeOf(handler, '    ')
    if (code === undefined) continue
    const dot = handler.name.lastIndexOf('.')
    const [controller, method] = [handler.name.slice(0, dot), handler.name.slice(dot + 1)]
    const lines = getOrInsert(controllers, controller, () => [])
    lines.push(`${movedComment(handler, code, '    ')}    ${property(method, code)},`)
  }
  const controllerLines = [...controllers].flatMap(([name, lines]) => [`  ${name}: {`, ...lines, '  },'])
  const middlewareLines = [...names.middleware.values()].flatMap((handler) => {
    const code = codeOf(handler, '  ')
    return code === undefined
      ? []
      : [`${movedComment(handler, code, '  ')}  ${property(handler.name, code)},`]
  })
  const { missing } = names
  const missingLines =
    missing.length === 0
      ? []
      : [
          '// Not gathered, because another file cannot refer to it (mvc-router import --move-handlers moves what it can):',
          ...missing.map(
            (handler) => `//   ${handler.name}: ${shown(handler.place)}, ${handler.reason ?? ''}`,
          ),
          '',
        ]
  return [
    '// Written by mvc-router import: the handlers and the middleware that the route files name.',
    ...writer.imports.lines,
    ...writer.effects(application),
    '',
    ...writer.constants.flatMap(({ line, from, local, declaration: node, module }) =>
      movedNames.includes(local)
        ? [`${commentOf({ node, module })}${style.isEsModule ? 'export ' : ''}${line}`, '']
        : [`// As in ${from}, which does not export it.`, line, ''],
    ),
    ...missingLines,
    `${style.isEsModule ? 'export ' : ''}const controllers = {`,
    ...controllerLines,
    '}',
    '',
    `${style.isEsModule ? 'export ' : ''}const middleware = {`,
    ...middlewareLines,
    '}',
    ...(style.isEsModule
      ? []
      : ['', `module.exports = { ${['controllers', 'middleware', ...movedNames].join(', ')} }`]),
    '',
  ].join('\n')
}

/** Returns the comment of a moved function declaration. A constant, whose code is only its name, has its own comment. */
function movedComment({ inline }: NamedHandler, code: string, indent: string): string {
  const isMoved = inline?.node.type === 'FunctionDeclaration' && /\W/.test(code)
  return isMoved ? commentOf(inline, indent) : ''
}

/** Adds types to a handler. In the program, the call of Express supplies the types of its parameters. */
function typedHandler(code: string, imports: ModuleImports): string {
  const expression = parseExpression(code, imports.file)
  const isUntyped =
    /^(Arrow)?FunctionExpression$/.test(expression.type) &&
    nodesIn(expression, 'params').some(
      (parameter) => nodeIn(nodeIn(parameter, 'left') ?? parameter, 'typeAnnotation') === undefined,
    )
  if (!isUntyped) return code
  // `satisfies` needs TypeScript 4.9.
  return `(${code}) as ${imports.handlerType()}${/\bparams\b/.test(code) ? '<Record<string, any>>' : ''}`
}

function property(name: string, code: string): string {
  return name === code ? name : `${name}: ${code}`
}

/** Indents the code of an expression. Lines inside a text do not change, because their blanks are part of the text. */
function indentCode(code: string, indent: string, file: string): string {
  const lines = code.split('\n')
  const own = /^[ \t]*/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  if (lines.length === 1 || own === indent) return code
  const isText = /^(?:TemplateElement|StringLiteral|DirectiveLiteral|JSXText)$/
  const texts = findSyntax(parseExpression(code, file), ({ type }) => isText.test(type))
  let next = 0
  return lines
    .map((line, index) => {
      const start = next
      next += line.length + 1
      const isInText = texts.some((text) => text.start < start && start <= text.end)
      if (index === 0 || line.trim() === '' || isInText) return line
      return line.startsWith(own) ? indent + line.slice(own.length) : line
    })
    .join('\n')
}
