import { ConfigurationException } from '../exceptions.js'

/**
 * Imports the package of a host, which only those install who need it.
 *
 * @param by as the message begins: `mvcRouter for fetch`
 * @throws ConfigurationException where it is not installed
 */
export async function loadPackage<Module>(
  name: string,
  by: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new ConfigurationException('host', `${by} needs the package ${name}: npm install ${name}`, {
      cause,
    })
  }
}
