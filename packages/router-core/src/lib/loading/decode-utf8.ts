import { SourceLines } from '../source-lines.js'

/** Where a file stops being UTF-8. */
export interface EncodingFault {
  /** Offset of the first wrong sequence, from 0. */
  readonly byteOffset: number
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** The line with the wrong bytes as U+FFFD. */
  readonly lineText: string
}

/** The text of the bytes, a leading BOM included, or where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | EncodingFault {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return findFault(bytes)
  }
}

/** TextDecoder does not tell where it stopped. U+FFFD represents wrong bytes, so there the text is encoded as others. */
function findFault(bytes: Uint8Array): EncodingFault {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const encoded = Buffer.from(text)
  let byteOffset = encoded.findIndex((byte, index) => byte !== bytes[index])
  while (isWithinCharacter(encoded[byteOffset])) byteOffset--
  const lines = encoded.toString('utf8', 0, byteOffset).split('\n')
  return {
    byteOffset,
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    lineText: new SourceLines(text).textOf(lines.length - 1),
  }
}

function isWithinCharacter(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
