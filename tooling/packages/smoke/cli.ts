import { Router } from '@mvc-router/router-core'
import { formatRouteFile, LinkChecker } from '@mvc-router/cli'

export const checker: LinkChecker = new LinkChecker(Router.parse('GET / home.index'))
export const formatted = formatRouteFile('GET / home.index')
