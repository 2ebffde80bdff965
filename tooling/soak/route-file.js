/**
 * The number of routes in each version. Half of the routes never change. The other half have the version in the path.
 */
export const routeCount = 200

const half = routeCount / 2

/** The text of a version. The answers of `stays` and the paths of `moves` contain the version. */
export function routeFileOf(version) {
  const lines = []
  for (let index = 0; index < half; index++) {
    lines.push(`GET /stays/${index}/{<[0-9]+>id} soakController.stays${index}(version:'${version}')`)
    lines.push(`GET /version/${version}/${index}/{<[0-9]+>id} soakController.moves${index}`)
  }
  return `${lines.join('\n')}\n`
}

export function randomIndex() {
  return Math.floor(Math.random() * half)
}

/** @param link is called after `pause`. Even if the routes change meanwhile, its URL must be of the old version. */
export function createSoakController(pause, link) {
  const controller = {}
  for (let index = 0; index < half; index++) {
    controller[`stays${index}`] = async (request, response) => {
      await pause()
      const { id, version } = request.params
      response.json({ index, id, version, link: link(`soakController.moves${index}`, { id }) })
    }
    controller[`moves${index}`] = (request, response) => response.json({ index, id: request.params.id })
  }
  return controller
}
