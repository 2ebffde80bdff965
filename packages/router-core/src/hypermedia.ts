export { linkTo, RouterLinkBuilder, type LinkSource } from './lib/hypermedia/router-link-builder.js'
export { Link, type LinkAttributes } from './lib/hypermedia/link.js'
export { halLinks, type HalLinks } from './lib/hypermedia/hal-links.js'
export { linkHeader } from './lib/hypermedia/link-header.js'
