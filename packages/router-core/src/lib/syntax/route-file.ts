import type { ActionCall } from './action-call.js'

/** The third column of a route line. */
export type RouteTarget =
  | { readonly type: 'action'; readonly call: ActionCall }
  | { readonly type: 'status'; readonly status: number; readonly text: string | undefined }
  | { readonly type: 'staticDirectory'; readonly directory: string }
  | { readonly type: 'staticFile'; readonly file: string }
  | { readonly type: 'redirect'; readonly status: number; readonly url: string }
  | { readonly type: 'redirectToAction'; readonly status: number; readonly call: ActionCall }

/** One condition of `[debug !draft lang=en]`: the query must have the key, lack it, have or not have the value. */
export interface QueryPredicate {
  readonly type: 'present' | 'absent' | 'equal' | 'notEqual'
  readonly key: string
  readonly value: string | undefined
}
