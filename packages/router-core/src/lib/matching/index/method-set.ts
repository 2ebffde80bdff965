/** The methods of requests that some routes accept. A set knows what it grows to, so that each is made once. */
export class MethodSet {
  /** Sorted, as `Allow` lists them. */
  readonly methods: readonly string[]
  readonly #grown = new Map<string, MethodSet>()

  constructor(methods: readonly string[] = []) {
    this.methods = methods
  }

  /**
   * The set with what one more route accepts; the same set if that is nothing new.
   *
   * @param method of a route, as written: `GET`, `*`, `GET|POST`
   */
  with(method: string): MethodSet {
    let grown = this.#grown.get(method)
    if (grown === undefined) {
      const methods = new Set([...this.methods, ...method.split('|').flatMap(methodsOf)])
      grown = methods.size === this.methods.length ? this : new MethodSet([...methods].toSorted())
      this.#grown.set(method, grown)
    }
    return grown
  }
}

/** HEAD comes with GET. A WebSocket handshake is no request that could be made with another method instead. */
function methodsOf(word: string): readonly string[] {
  switch (word) {
    case 'GET':
      return ['GET', 'HEAD']
    case 'WS':
      return []
    case '*':
      return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
    default:
      return [word]
  }
}
