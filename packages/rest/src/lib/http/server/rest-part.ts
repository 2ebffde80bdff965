/** A controller under the name that its route lines use. */
export interface RestPart {
  readonly name: string
  /** Lines of a route file, each with its line end; none for actions whose routes stand elsewhere. */
  readonly routes: string
  readonly controller: object
}
