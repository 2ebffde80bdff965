/**
 * To be called as `charCodeAt.call(text, at)`. Once a process has a subclass of String (nunjucks has one for safe
 * text), V8 no longer trusts that a method found on a text is the built-in one, and `text.charCodeAt(at)` takes
 * several times as long. A function in a constant is always that function.
 */
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
export const charCodeAt: (this: string, at: number) => number = String.prototype.charCodeAt
