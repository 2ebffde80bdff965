export { linkTo, RouterLinkBuilder, type LinkSource } from './lib/hypermedia/router-link-builder.js'
export { halLinks, Link, linkHeader, type HalLinks, type LinkAttributes } from './lib/hypermedia/link.js'
