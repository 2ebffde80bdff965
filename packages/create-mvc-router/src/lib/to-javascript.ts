import { transform } from 'sucrase'

/** Converts an application to JavaScript: removes types and keeps JSX. */
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
  // A removed type leaves the spaces and the empty lines around it.
  return code
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimStart()
}
