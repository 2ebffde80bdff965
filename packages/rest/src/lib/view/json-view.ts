/** A marker class: `class SummaryView {}`; a view may extend another and then has its properties too. */
export type ViewType = abstract new () => object
