/** A controller of the module itself, under the name that its route lines use. */
export interface RestPart {
  readonly name: string
  /** Lines of a route file, each with its line end. */
  readonly routes: string
  readonly controller: object
}
