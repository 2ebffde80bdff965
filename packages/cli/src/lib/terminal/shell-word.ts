/** A path as one word of a POSIX shell, so that a command in a hint can be pasted. */
export function shellWord(path: string): string {
  return /^[\w./@:+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
