/** The extensions of programs. A file without its extension is found in this order. */
export const scriptExtensions = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'] as const

/** True for the name of a JavaScript or TypeScript file. */
export function isScript(file: string): boolean {
  return /\.[mc]?[jt]sx?$/.test(file)
}

/** True for the name of a TypeScript file. */
export function isTypeScript(file: string): boolean {
  return /\.[mc]?tsx?$/.test(file)
}

/** True for a declaration file: `routes.d.ts`. */
export function isDeclaration(file: string): boolean {
  return /\.d\.[mc]?ts$/.test(file)
}
