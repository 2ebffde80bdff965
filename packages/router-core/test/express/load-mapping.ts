import { RouterHandlerMapping, type RouterHandlerMappingOptions } from '@mvc-router/router-core/express'

export async function loadMapping(
  text: string,
  options: Omit<RouterHandlerMappingOptions, 'routeFiles'> = {},
): Promise<RouterHandlerMapping> {
  const mapping = new RouterHandlerMapping({ routeFiles: () => text, ...options })
  await mapping.load()
  return mapping
}
