export { routeTagArguments } from './lib/route-tag-arguments.js'
