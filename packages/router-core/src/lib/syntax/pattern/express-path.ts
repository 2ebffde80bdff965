import type { RoutePattern, RoutePatternPart } from './route-pattern.js'

/** A pattern in Express's syntax: `/user/{id}/?` is `/user/:id{/}`. Undefined if a constraint or a host forbids it. */
export function toExpressPath(pattern: RoutePattern): string | undefined {
  const isSame = pattern.parts.every(
    (part) => part.type === 'literal' || part.constraint === undefined || part.constraint.source === '.+',
  )
  return pattern.host === undefined && isSame ? toRouteLabel(pattern) : undefined
}

/** A pattern in Express's syntax for people and their tools. It lacks the constraints and the host. */
export function toRouteLabel({ parts, optionalTrailingSlash }: RoutePattern): string {
  const path = parts.map((part, index) => toExpress(part, parts[index + 1])).join('')
  return optionalTrailingSlash ? `${path}{/}` : path
}

function toExpress(part: RoutePatternPart, next: RoutePatternPart | undefined): string {
  if (part.type === 'literal') return part.text.replaceAll(/[{}()[\]+?!:*\\]/g, '\\$&')
  // Without the quotes, Express would read the text after the name as a part of it.
  const name = next?.type === 'literal' && /^[\w$]/.test(next.text) ? `"${part.name}"` : part.name
  return `${part.constraint?.spansSegments === true ? '*' : ':'}${name}`
}
