import type { Terminal } from './terminal.js'

/** The one document of `--json`. */
export function printJson({ print }: Pick<Terminal, 'print'>, value: unknown): void {
  print(JSON.stringify(value, null, 2))
}
