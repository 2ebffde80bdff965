import { originOf } from '../program/values/known-facts.js'
import type { Value } from '../program/values/values.js'

/**
 * Why an inline handler stays where it is; undefined for one that may be moved.
 *
 * @param files those that the module of controllers itself needs: they cannot need it, too; undefined where nothing moves
 */
export function whyNotMoved(value: Value, files: ReadonlySet<string> | undefined): string | undefined {
  const origin = originOf(value)
  if (files === undefined || origin === undefined) return 'it is not exported'
  if (origin.node.type.startsWith('Class')) return 'it is a method of a class'
  const { file, isUtf8 } = origin.scope.module
  if (!isUtf8) return 'its file is not UTF-8'
  return files.has(file) ? 'its file exports what the module of controllers needs' : undefined
}
