import http from 'node:http'
import https from 'node:https'

function listen(this: http.Server): http.Server {
  return this
}

/** From now on no program of this process listens, or ends it. */
export function preventListening(): void {
  http.Server.prototype.listen = listen as typeof http.Server.prototype.listen
  https.Server.prototype.listen = listen as typeof https.Server.prototype.listen
  // A program that cannot reach its database ends itself; its routes are there all the same.
  process.exit = (() => undefined) as unknown as typeof process.exit
}
