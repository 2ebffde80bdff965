import type { ActionDefinition, ReverseArguments, Reverser } from '@mvc-router/router-core'

/** A Reverser that writes its arguments to the URL: `user.show` with `{ id: 5 }` becomes `/user/show?id=5`. */
export function fakeReverser(prefix = ''): Reverser {
  return {
    reverse(action, args) {
      if (action.includes('unknown')) throw new RangeError(`No route for the action ${action}`)
      return definition(`${prefix}/${action.replace('.', '/')}${query(args ?? {})}`, action)
    },
  }
}

function query(args: ReverseArguments): string {
  const pairs = Object.entries(args).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function definition(url: string, action: string): ActionDefinition {
  const link = { url, action, method: 'GET', toString: () => url, toJSON: () => url }
  return link as unknown as ActionDefinition
}
