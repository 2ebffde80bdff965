// The grammar of the tag, for tools. It may change with any version.
export { liquidTags, readLiquidTag, type LiquidTag } from './lib/read-liquid-tag.js'
