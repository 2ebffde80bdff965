/**
 * The addresses of a package for its manifest. The release workflow sets REPOSITORY_URL to the address of the
 * repository. Without it, the manifest gets no addresses.
 */
export function packageAddresses(folder, url = process.env.REPOSITORY_URL) {
  if (url === undefined) return {}
  const directory = `packages/${folder}`
  return {
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: `${url}/issues`,
    repository: { type: 'git', url: `git+${url}.git`, directory },
  }
}
