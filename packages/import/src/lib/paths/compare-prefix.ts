/** Compares patterns of route files. The result is `some` if only some paths of `pattern` begin with `prefix`. */
export function comparePrefix(prefix: string, pattern: string): 'all' | 'some' | 'none' {
  const above = segments(prefix)
  const below = segments(pattern)
  let cover: 'all' | 'some' = 'all'
  for (const [index, segment] of above.entries()) {
    const other = below[index]
    if (other === undefined) return 'none'
    // A variable may span segments: `{<.*>path}`.
    if (/\{<.*(\.[*+]|\/).*>\w+\}/.test(other)) return 'some'
    if (/^\{\w+\}$/.test(segment)) continue
    const [left, right] = [segment.toLowerCase(), other.toLowerCase()]
    if (left === right) continue
    if (!left.includes('{') && !right.includes('{')) return 'none'
    cover = 'some'
  }
  return cover
}

function segments(pattern: string): string[] {
  return pattern.replace(/\/\?$/, '').match(/(?:\{(?:<.*?>)?\w+\}|[^/])+/g) ?? []
}
