import { METHODS } from 'node:http'

/** The methods of Express's routers, in lower case: those of Node. */
export const expressMethods: ReadonlySet<string> = new Set(METHODS.map((method) => method.toLowerCase()))
