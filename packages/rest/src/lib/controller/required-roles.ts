import { ForbiddenException, UnauthorizedException } from '../exceptions/http-exceptions.js'
import type { Requirements, RestMethod } from './rest-controller.js'

/** The roles that an operation needs; `undefined` where everybody may do it. */
export function requiredRoles(requires: Requirements, operation: RestMethod): readonly string[] | undefined {
  return requires[operation] ?? requires['*']
}

/**
 * @throws UnauthorizedException without a user.
 * @throws ForbiddenException for a user without one of the roles.
 */
export function requireRoles(
  needed: readonly string[],
  user: unknown,
  rolesOf: (user: unknown) => readonly unknown[],
): void {
  if (user === undefined || user === null) throw new UnauthorizedException('Say who you are')
  const roles = rolesOf(user)
  if (!needed.every((role) => roles.includes(role)))
    throw new ForbiddenException(`This needs ${needed.join(' and ')}`)
}

/** The roles that a user names itself. */
export function rolesIn(user: unknown): readonly unknown[] {
  const roles: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, 'roles') : undefined
  return Array.isArray(roles) ? roles : []
}
