import type { Route } from './route.js'

/** A route as a line of a table: method, host and path, its words and action with its fixed arguments, and where it is. */
export function routeColumns(route: Route): [method: string, path: string, action: string, place: string] {
  const { method, formats, host = '', path, predicates, file, line } = route
  const formatList = formats.length === 0 ? '' : `(${formats.join(',')})`
  const conditions = predicates.map(({ type, key, value }) => {
    if (type === 'present' || type === 'absent') return type === 'present' ? key : `!${key}`
    return `${key}${type === 'equal' ? '=' : '!='}${value}`
  })
  const conditionText = conditions.length === 0 ? '' : ` [${conditions.join(' ')}]`
  const target = [...wordsOf(route), actionText(route)].join(' ')
  return [method + formatList, `${host}${path}${conditionText}`, target, `${file}:${line}`]
}

/** The words above a line that say what it answers, and by which names. */
function wordsOf({ middleware, modifiers }: Route): string[] {
  const { name, signed } = modifiers
  return [
    ...(typeof name === 'string' ? [`name=${name}`] : []),
    ...(signed === undefined ? [] : [signed === true ? 'signed' : `signed=${signed}`]),
    ...(middleware.length === 0 ? [] : [`use=${middleware.join(',')}`]),
  ]
}

/** `pageController.show(page:'about')`, as it can be written in a route file. */
export function actionText({ action, args }: Pick<Route, 'action' | 'args'>): string {
  const fixed = Object.entries(args).map(
    ([name, value]) => `${name}:'${value.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`,
  )
  return fixed.length === 0 ? action : `${action}(${fixed.join(', ')})`
}

/** The parts of a route that programs read. */
export function routeJson(route: Route): Readonly<Record<string, unknown>> {
  const { method, host, path, action, args, formats, predicates, modifiers, middleware, file, line } = route
  return { method, host, path, action, args, formats, predicates, modifiers, middleware, file, line }
}
