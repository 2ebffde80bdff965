/* eslint-disable */
// Written by "mvc-router types" from routes.conf, account.conf. Change the route file, and run the command again.
import type { ModelAttribute, ReverseValue } from '@mvc-router/router-core'

declare module '@mvc-router/router-core' {
  interface RegisteredActions {
    'accountController.login': Record<never, never>
    'accountController.loginForm': Record<never, never>
    'accountController.logout': Record<never, never>
    'accountController.show': Record<never, never>
    'bookController.show': { readonly genre: ReverseValue; readonly slug: ReverseValue }
    'cartController.add': { readonly slug: ReverseValue }
    'cartController.addQuietly': { readonly slug: ReverseValue }
    'cartController.remove': { readonly slug: ReverseValue }
    'cartController.show': Record<never, never>
    'catalogueController.genre': { readonly genre: ReverseValue }
    'catalogueController.home': Record<never, never>
    'catalogueController.list': Record<never, never>
    'engineController.choose': { readonly engine: ReverseValue }
    'orderController.confirm': { readonly number: ReverseValue }
    'orderController.place': Record<never, never>
    'orderController.show': { readonly number: ReverseValue }
    'orderController.unsubscribe': { readonly number: ReverseValue }
    'pageController.show': { readonly page: 'about' } | { readonly page: ReverseValue }
    'pageController.trouble': Record<never, never>
    'staticDir:public': { readonly resource: ReverseValue }
    'staticFile:public/favicon.svg': Record<never, never>
  }
  interface RegisteredActionParams {
    'accountController.login': Record<never, never>
    'accountController.loginForm': Record<never, never>
    'accountController.logout': Record<never, never>
    'accountController.show': Record<never, never>
    'bookController.show': { readonly genre: string; readonly slug: string }
    'cartController.add': { readonly slug: string }
    'cartController.addQuietly': { readonly slug: string }
    'cartController.remove': { readonly slug: string }
    'cartController.show': Record<never, never>
    'catalogueController.genre': { readonly genre: string }
    'catalogueController.home': Record<never, never>
    'catalogueController.list': Record<never, never>
    'engineController.choose': { readonly engine: string }
    'orderController.confirm': { readonly number: string }
    'orderController.place': Record<never, never>
    'orderController.show': { readonly number: string }
    'orderController.unsubscribe': { readonly number: string }
    'pageController.show': { readonly page: 'about' } | { readonly page: string }
    'pageController.trouble': Record<never, never>
  }
  interface RegisteredQueries {
    'accountController.login': { readonly name?: ReverseValue | null | undefined }
    'catalogueController.genre': { readonly search?: ReverseValue | null | undefined; readonly sort?: ReverseValue | null | undefined; readonly page?: number | null | undefined }
    'catalogueController.list': { readonly search?: ReverseValue | null | undefined; readonly sort?: ReverseValue | null | undefined; readonly page?: number | null | undefined }
  }
  interface RegisteredSignedActions {
    'orderController.confirm': 'always'
    'orderController.unsubscribe': 'always'
  }
}

// RouterModelAttribute puts this into the locals of each response.
declare global {
  namespace Express {
    interface Locals {
      readonly route: ModelAttribute
    }
  }
}
