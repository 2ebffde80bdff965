import type { Matcher, MatchPeer } from '../match-peer.js'

let last: unknown

/** One regular expression after the other, in order: as many routers do. */
export const regexList: MatchPeer = {
  note: 'in order; no decoding',
  create({ routes }): Matcher {
    const entries = routes.map(({ method, pattern }, route) => {
      const names: string[] = []
      const source = pattern.parts.map((part) => {
        if (part.type === 'literal') return part.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
        names.push(part.name)
        return `(${part.constraint?.source ?? '[^/]+'})`
      })
      return { method, route, names, regex: new RegExp(`^${source.join('') || '/'}$`) }
    })
    const find = (
      method: string,
      path: string,
    ): { route: number; params: Record<string, string> } | undefined => {
      for (const entry of entries) {
        if (entry.method !== method) continue
        const values = entry.regex.exec(path)
        if (values === null) continue
        const params: Record<string, string> = {}
        for (let index = 0; index < entry.names.length; index++) {
          params[entry.names[index] as string] = values[index + 1] as string
        }
        return { route: entry.route, params }
      }
      return undefined
    }
    return {
      find,
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const found = find(methods[index] as string, paths[index] as string)
          if (found !== undefined) {
            last = found
            count++
          }
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}
