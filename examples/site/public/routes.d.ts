// Written by "mvc-router client" from routes.conf. Change the route file, and run the command again.
/* eslint-disable */
type Scalar = string | number | bigint | boolean
type ReverseValue = Scalar | { readonly id: Scalar } | { toRouteParam(): Scalar } | { toHexString(): string }
type Query = { readonly [name: string]: ReverseValue | readonly (ReverseValue | null | undefined)[] | null | undefined }
type Arguments<Args> = Record<never, never> extends Args
  ? [args?: (Args & Query) | null]
  : [args: Args & Query]

/** Builds the URLs of one action. Arguments without a place in the path go to the query. Throws a TypeError for arguments that fit no route. */
interface Action<Args, Method> {
  (...args: Arguments<Args>): { readonly url: string; readonly method: Method }
  url(...args: Arguments<Args>): string
  /** The attributes of a form; PUT, PATCH and DELETE are posted with the method override. */
  form(...args: Arguments<Args>): { readonly action: string; readonly method: 'get' | 'post' }
}

declare const $cartController$addQuietly: Action<{ readonly slug: ReverseValue }, 'post'>
declare const $cartController$show: Action<Record<never, never>, 'get'>

declare const $cartController: { addQuietly: typeof $cartController$addQuietly, show: typeof $cartController$show }

export { $cartController as cartController, $cartController$addQuietly as cartController_addQuietly, $cartController$show as cartController_show }
