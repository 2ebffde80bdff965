/** Quotes a path for a POSIX shell, so that users can paste the command of a hint. */
export function shellWord(path: string): string {
  return /^[\w./@:+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
