/** What the work of a transaction allows and needs. */
export interface TransactionOptions {
  /**
   * The work may run again when others had the rows first: it does nothing that anyone sees but through this
   * transaction. Default: false.
   */
  readonly isRepeatable?: boolean
  /** Nothing that the work has read may change before its end. Default: false. */
  readonly isSerializable?: boolean
}
