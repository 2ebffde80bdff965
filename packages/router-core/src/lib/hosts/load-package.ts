import { ConfigurationException } from '../exceptions.js'

/**
 * Imports an optional package.
 *
 * @param by the first words of the error message: `mvcRouter for fetch`
 * @throws ConfigurationException if the package is not installed
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
