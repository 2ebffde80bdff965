/**
 * The arguments of a tag: `route "a.b", { id }` has the arguments `"a.b", { id }`. Undefined for code such as
 * `route(...)`, `route.current` and `route = 1`. A tag without an action has the argument `undefined`.
 *
 * @param code the code of a tag `<% code %>`, without the blanks around it
 */
export function routeTagArguments(code: string): string | undefined {
  if (/^route\s*;?$/.test(code)) return 'undefined'
  const isTag = /^route\s+(?:["'`]|(?!(?:in|instanceof|of)\b)[A-Za-z_$])/.test(code)
  return isTag ? code.slice('route'.length).trim().replace(/;$/, '') : undefined
}
