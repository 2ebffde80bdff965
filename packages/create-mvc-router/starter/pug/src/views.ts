import pug from 'pug'
import { isProduction } from './settings.js'

export const extension = 'pug'

/** Templates call `route` for a link: a(href=route('noteController.list')). */
export async function renderFile(file: string, model: object): Promise<string> {
  return pug.renderFile(file, { ...model, cache: isProduction })
}
