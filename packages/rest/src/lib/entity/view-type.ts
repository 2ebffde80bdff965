/** A marker class: `class SummaryView {}`. A view may extend another and then shows its properties too. */
export type ViewType = abstract new () => object

/** Says whether a value can be a view: any class. */
export function isViewType(value: unknown): value is ViewType {
  return typeof value === 'function' && typeof value.prototype === 'object'
}
