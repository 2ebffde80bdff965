/**
 * The arguments of the tag `route "a.b", { id }`, `"a.b", { id }`; undefined for code, as `route(...)`,
 * `route.current` and `route = 1`. The tag without an action is called with `undefined`.
 *
 * @param code of a tag that prints nothing by itself, without the blanks around it
 */
export function routeTagArguments(code: string): string | undefined {
  if (/^route\s*;?$/.test(code)) return 'undefined'
  const isTag = /^route\s+(?:["'`]|(?!(?:in|instanceof|of)\b)[A-Za-z_$])/.test(code)
  return isTag ? code.slice('route'.length).trim().replace(/;$/, '') : undefined
}
