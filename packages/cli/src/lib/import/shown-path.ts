import { relative } from 'node:path'

/** A path as messages show it: relative to the working directory. */
export function shownPath(cwd: string, file: string): string {
  return relative(cwd, file).replaceAll('\\', '/') || '.'
}

/** `src/app.js:12` */
export function shownPlace(
  cwd: string,
  { file, line }: { readonly file: string; readonly line: number },
): string {
  return `${shownPath(cwd, file)}:${line}`
}
