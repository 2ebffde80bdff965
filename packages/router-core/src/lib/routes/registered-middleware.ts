/* oxlint-disable typescript/no-empty-object-type -- the interface is empty here and filled by applications */

/**
 * The middleware that route files name with `use=`. Empty here; `mvc-router types` writes a declaration that fills it. The
 * compiler then reports each of these names that the option `middleware` lacks.
 */
export interface RegisteredMiddleware {}
