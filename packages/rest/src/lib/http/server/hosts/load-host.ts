import { ConfigurationException } from '@mvc-router/router-core'

/** @throws ConfigurationException where the package of the host is not installed */
export async function loadHost<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const message = `createWebServer on ${name} needs the package ${name}: npm install ${name}`
    throw new ConfigurationException('host', message, { cause })
  }
}
