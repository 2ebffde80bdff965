import { getOrInsert } from '@mvc-router/router-core/tools'
import type { Untranslated } from '../program/evaluation.js'

/** What an entry says, and where. A call that runs several times says it as often. */
export function toldKey({ place, reason }: Untranslated): string {
  return JSON.stringify([place.file, place.line, place.column, reason])
}

/** What is told several times is told once, with the number. */
export function foldRepeated(entries: readonly Untranslated[]): Untranslated[] {
  const groups = new Map<string, Untranslated[]>()
  for (const each of entries) getOrInsert(groups, toldKey(each), () => []).push(each)
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((first) =>
        group.length === 1 ? first : { ...first, reason: `${first.reason} (${group.length} times)` },
      ),
  )
}
