/** Where a file stops being UTF-8. */
export interface EncodingFault {
  /** Of the first byte of the sequence that is wrong, from 0. */
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

/** TextDecoder does not tell where it stopped: the longest prefix that it accepts does. */
function findFault(bytes: Uint8Array): EncodingFault {
  let accepted = 0
  let refused = bytes.length + 1
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2)
    if (decodePrefix(bytes, middle) === undefined) refused = middle
    else accepted = middle
  }
  // A prefix may end inside of a character; its text holds whole characters only.
  const before = decodePrefix(bytes, accepted) ?? ''
  const byteOffset = Buffer.byteLength(before)
  const lineStart = before.lastIndexOf('\n') + 1
  const lineStartByte = Buffer.byteLength(before.slice(0, lineStart))
  const lineEndByte = bytes.indexOf(10, byteOffset)
  const lineBytes = bytes.subarray(lineStartByte, lineEndByte < 0 ? bytes.length : lineEndByte)
  return {
    byteOffset,
    line: before.split('\n').length,
    column: before.length - lineStart + 1,
    lineText: new TextDecoder('utf-8', { ignoreBOM: true }).decode(lineBytes).replace(/\r$/, ''),
  }
}

function decodePrefix(bytes: Uint8Array, length: number): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), {
      stream: true,
    })
  } catch {
    return undefined
  }
}
