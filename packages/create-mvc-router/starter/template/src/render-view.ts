import { folder } from './settings.js'
import { extension, renderFile } from './views.js'

/** Returns the HTML of a template in the folder views. */
export async function renderView(view: string, model: object): Promise<string> {
  return renderFile(`${folder}views/${view}.${extension}`, model)
}
