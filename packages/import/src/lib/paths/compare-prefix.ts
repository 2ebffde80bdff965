/** Compares patterns of route files. The result is `some` if `pattern` has a variable where `prefix` has text. */
export function comparePrefix(prefix: string, pattern: string): 'all' | 'some' | 'none' {
  const above = segments(prefix)
  const below = segments(pattern)
  let cover: 'all' | 'some' = 'all'
  for (const [index, segment] of above.entries()) {
    const other = below[index]
    if (other === undefined) return 'none'
    if (spansSegments(other)) return 'some'
    if (isWhole(segment)) continue
    const [left, right] = [segment.toLowerCase(), other.toLowerCase()]
    if (left === right) continue
    if (!isVariable(segment) && !isVariable(other)) return 'none'
    cover = 'some'
  }
  return cover
}

function segments(pattern: string): string[] {
  return pattern.replace(/\/\?$/, '').match(/(?:\{(?:<.*?>)?\w+\}|[^/])+/g) ?? []
}

function isVariable(segment: string): boolean {
  return segment.includes('{')
}

function isWhole(segment: string): boolean {
  return /^\{\w+\}$/.test(segment)
}

function spansSegments(segment: string): boolean {
  return /\{<.*(\.[*+]|\/).*>\w+\}/.test(segment)
}
