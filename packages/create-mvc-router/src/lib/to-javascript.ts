import { transform } from 'sucrase'

/** Removes the types from all modules. JSX does not change. */
export function toJavaScript(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...files].map(([path, text]) =>
      /\.tsx?$/.test(path) ? [path.replace(/\.ts(x?)$/, '.js$1'), withoutTypes(text)] : [path, text],
    ),
  )
}

function withoutTypes(text: string): string {
  const { code } = transform(text, {
    transforms: ['typescript', 'jsx'],
    jsxRuntime: 'preserve',
    disableESTransforms: true,
    keepUnusedImports: true,
  })
  // The spaces and the empty lines around a removed type are left.
  return code
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart()
}
