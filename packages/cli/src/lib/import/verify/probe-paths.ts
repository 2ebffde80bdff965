/** Paths that a pattern accepts, and paths beside them. */
export function probePaths(pattern: string): string[] {
  const accepted = samplePaths(pattern)
  const beside = accepted.flatMap((path) => {
    const trimmed = path.replace(/\/$/, '')
    const shorter = trimmed.slice(0, trimmed.lastIndexOf('/')) || '/'
    return [
      trimmed === '' ? '/' : trimmed,
      `${trimmed}/`,
      `${trimmed}/extra`,
      shorter,
      `${trimmed === '' ? '/' : trimmed}x`,
      `${shorter === '/' ? '' : shorter}/neighbour`,
    ]
  })
  return [...new Set([...accepted, ...beside])]
}

function samplePaths(pattern: string): string[] {
  const path = pattern.replace(/\/\?$/, '') || '/'
  const parts = splitVariables(path)
  const rounds = Math.min(
    4,
    Math.max(1, ...parts.map((part) => (typeof part === 'string' ? 1 : part.length))),
  )
  return Array.from({ length: rounds }, (_, round) =>
    parts
      .map((part) => (typeof part === 'string' ? part : (part[round % Math.max(1, part.length)] ?? 'x')))
      .join(''),
  )
}

/** Text and variables of a pattern in turn; a variable as values that it accepts. */
function splitVariables(path: string): (string | string[])[] {
  const parts: (string | string[])[] = []
  let at = 0
  for (let open = path.indexOf('{'); open >= 0; open = path.indexOf('{', at)) {
    const isConstrained = path.startsWith('{<', open)
    const end = isConstrained ? endOfConstraint(path, open) : path.indexOf('}', open)
    if (end < 0) break
    parts.push(path.slice(at, open))
    const constraint = isConstrained ? path.slice(open + 2, path.lastIndexOf('>', end)) : undefined
    parts.push(sampleValues(constraint))
    at = end + 1
  }
  return [...parts, path.slice(at)]
}

function endOfConstraint(path: string, open: number): number {
  const match = />[A-Za-z_]\w*\}/.exec(path.slice(open))
  return match === null ? -1 : open + match.index + match[0].length - 1
}

const candidates = [
  '42',
  'abc',
  'a-b',
  'new',
  'a.b',
  '7',
  'en',
  '2024-02-29',
  '0123456789abcdef01234567',
  '01234567-89ab-4def-8123-456789abcdef',
  'a%20b',
  'a/b',
  'A1',
  '2024',
  '12345',
  '1.2',
  'x.html',
  'a_b',
  'one-two-3',
]

function sampleValues(constraint: string | undefined): string[] {
  if (constraint === undefined) return ['42', 'abc', 'a.b-c', 'a%20b']
  let regex: RegExp
  try {
    regex = new RegExp(`^(?:${constraint})$`)
  } catch {
    return ['x']
  }
  const literal = constraint.split('|').filter((each) => /^[\w-]+$/.test(each))
  const values = [...literal, ...candidates].filter((each) => regex.test(each))
  return values.length === 0 ? ['x'] : values.slice(0, 4)
}
