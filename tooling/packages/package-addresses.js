/**
 * Returns the addresses for the manifest of a package. The release workflow sets REPOSITORY_URL to the repository's
 * address. Without it, the manifest gets no addresses.
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
