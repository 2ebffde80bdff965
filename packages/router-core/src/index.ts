export type { Reverser, ReverseArguments } from './lib/reverser.js'
export type { ActionDefinition } from './lib/routing/action-definition.js'
export type { Route } from './lib/routing/route-table.js'
export { formTarget, type FormTarget } from './lib/form-target.js'
