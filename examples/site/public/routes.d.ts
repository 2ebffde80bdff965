// Written by "mvc-router client" from routes.conf. Change the route file, and run it again.
/* eslint-disable */
type Scalar = string | number | bigint | boolean
type ReverseValue = Scalar | { readonly id: Scalar } | { toRouteParam(): Scalar } | { toHexString(): string }
type Query = { readonly [name: string]: ReverseValue | readonly (ReverseValue | null | undefined)[] | null | undefined }
type Arguments<Args> = Record<never, never> extends Args
  ? [args?: (Args & Query) | null]
  : [args: Args & Query]

/** Builds the URLs of one action. What has no place in the path goes to the query. Throws a TypeError for arguments that fit no route. */
interface Action<Args> {
  (...args: Arguments<Args>): { readonly url: string; readonly method: string }
  url(...args: Arguments<Args>): string
  /** The attributes of a form; PUT, PATCH and DELETE are posted with the method override. */
  form(...args: Arguments<Args>): { readonly action: string; readonly method: 'get' | 'post' }
}

declare const $cartController$addQuietly: Action<{ readonly slug: ReverseValue }>
declare const $cartController$show: Action<Record<never, never>>

declare const $cartController: { addQuietly: typeof $cartController$addQuietly, show: typeof $cartController$show }

export { $cartController as cartController, $cartController$addQuietly as cartController_addQuietly, $cartController$show as cartController_show }
