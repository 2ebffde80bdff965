import { Router } from '@mvc-router/router-core'

/** Returns paths that match a pattern, and similar paths. */
export function probePaths(pattern: string): string[] {
  const accepted = samplePaths(pattern)
  const beside = accepted.flatMap((path) => {
    const trimmed = path.replace(/\/$/, '')
    const above = trimmed.slice(0, trimmed.lastIndexOf('/'))
    const own = trimmed || '/'
    return [own, `${trimmed}/`, `${trimmed}/extra`, above || '/', `${own}x`, `${above}/neighbour`]
  })
  return [...new Set([...accepted, ...beside])]
}

/** Returns at most four paths. Each variable takes its sample values in turn. */
function samplePaths(pattern: string): string[] {
  const [route] = Router.parse(`GET ${pattern} a.b`, { legacyText: true }).routes
  const parts = (route?.pattern.parts ?? []).map((part) =>
    part.type === 'literal' ? [part.text] : sampleValues(part.constraint),
  )
  const rounds = Math.max(1, ...parts.map((values) => values.length))
  return Array.from({ length: rounds }, (_, round) =>
    parts.map((values) => values[round % values.length]).join(''),
  )
}

const candidates =
  '42 abc a-b new a.b 7 en 2024-02-29 0123456789abcdef01234567 01234567-89ab-4def-8123-456789abcdef a%20b a/b A1 2024 12345 1.2 x.html a_b one-two-3'.split(
    ' ',
  )

function sampleValues(constraint: { source: string; test(text: string): boolean } | undefined): string[] {
  if (constraint === undefined) return ['42', 'abc', 'a.b-c', 'a%20b']
  const words = constraint.source.split('|').filter((each) => /^[\w-]+$/.test(each))
  const values = [...words, ...candidates].filter((each) => constraint.test(each))
  return values.length === 0 ? ['x'] : values.slice(0, 4)
}
