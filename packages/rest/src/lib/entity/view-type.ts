/** A marker class: `class SummaryView {}`. A view that extends another view also shows the properties of that view. */
export type ViewType = abstract new () => object

export function isViewType(value: unknown): value is ViewType {
  return typeof value === 'function' && typeof value.prototype === 'object'
}
