import { callArguments } from '../script/write.js'
import type { NamedLink } from '../written-url.js'

/** `<% route "a.b", { id: it.user.id } %>`; undefined where a value would end the tag. */
export function writeEtaLink(link: NamedLink): string | undefined {
  const call = callArguments(link, '"').slice(1, -1)
  return call.includes('%>') ? undefined : `<% route ${call} %>`
}
