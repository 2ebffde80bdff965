/** The parts of Eta that a plugin sees, versions 3 and 4, as structural types. */

/** A piece of a parsed template: text as it is, or a tag. */
export type EtaNode = string | EtaTag

/** A tag of a template, as Eta parses it. */
export interface EtaTag {
  /** `e` for `<% code %>`, `i` for `<%= escaped %>`, `r` for `<%~ raw %>`. */
  t: string
  /** The code, without the blanks around it. */
  val: string
}

/** The part of Eta's configuration that the plugin reads. */
export interface EtaConfig {
  /** The delimiters, `['<%', '%>']`. */
  readonly tags: readonly [string, string]
  /** The name of the data in a template, `it`. */
  readonly varName: string
  readonly autoEscape?: boolean
  /** True if output goes through a filter before it is escaped. */
  readonly autoFilter?: boolean
  readonly escapeFunction?: (value: unknown) => string
}

/** Eta always passes a configuration, although its types make it optional. */
export const defaultEtaConfig: EtaConfig = { tags: ['<%', '%>'], varName: 'it' }

/** A plugin for `new Eta({ plugins: [...] })`. Eta calls the three methods in this order, for each template. */
export interface EtaPlugin {
  processTemplate(template: string, config?: EtaConfig): string
  processAST<Node extends EtaNode>(nodes: Node[], config?: EtaConfig): Node[]
  processFnString(code: string, config?: EtaConfig): string
}
