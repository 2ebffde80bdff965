/**
 * Where a package lives, for its manifest: the repository that publishes it, as the release workflow says in
 * REPOSITORY_URL. Nothing is said without it, so that no address is invented.
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
