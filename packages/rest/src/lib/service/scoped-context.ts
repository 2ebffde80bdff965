import type { IncomingMessage } from 'node:http'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Condition, Conditions } from '../repository/condition.js'
import { relatedScope } from '../repository/related-scope.js'
import type { RequestContext } from './request-context.js'

export class ScopedContext implements RequestContext {
  /** The controller that created the context. Each controller has its own scope. */
  readonly owner: { readonly entity: EntityDefinition }
  readonly scope: Conditions | undefined
  /** Conditions of a nested list, in addition to the scope. */
  readonly where: readonly Condition[]
  readonly #outer: RequestContext

  constructor(
    owner: { readonly entity: EntityDefinition },
    outer: RequestContext,
    { scope, where = [] }: { readonly scope?: Conditions | undefined; readonly where?: readonly Condition[] },
  ) {
    this.owner = owner
    this.#outer = outer
    this.scope = scope
    this.where = where
  }

  get request(): IncomingMessage {
    return this.#outer.request
  }

  get user(): unknown {
    return this.#outer.user
  }

  get signal(): AbortSignal {
    return this.#outer.signal
  }

  get unshown(): RequestContext['unshown'] {
    return this.#outer.unshown
  }
}

export function conditionsOf(context: RequestContext | undefined): readonly Condition[] {
  return context instanceof ScopedContext ? context.where : []
}

/** From another controller's scope, returns only the conditions on properties that the two entities share. */
export function scopeFor(
  entity: EntityDefinition,
  context: RequestContext | undefined,
): Conditions | undefined {
  if (!(context instanceof ScopedContext) || context.owner.entity === entity) return context?.scope
  return relatedScope(context.owner.entity, context.scope, entity)
}
