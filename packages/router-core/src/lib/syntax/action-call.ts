/** The parsed action column: `userController.showUser(id:'home')`. */
export interface ActionCall {
  /** `controller.method`, variables in braces kept: `{controller}.{action}`. */
  readonly action: string
  readonly fixedArguments: Readonly<Record<string, string>>
  /** The names in braces within `action`, in order. */
  readonly variables: readonly string[]
}
