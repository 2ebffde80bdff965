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
  const text = pattern.replace(/\/\?$/, '').replace(/^\//, '')
  if (text === '') return []
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if (character === '{') depth++
    if (character === '}') depth--
    if (character === '/' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
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
