/**
 * Reads comments at the end of lines, such as `//? rest`, `#? compiled` or `<!--? css -->`. Removes a line if a word of its
 * comment is not chosen, and otherwise only the comment. The word `!rest` is chosen if `rest` is not.
 */
export function keepLines(text: string, words: ReadonlySet<string>): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [, kept, condition] = marked.exec(line) ?? []
      if (kept === undefined || condition === undefined) return [line]
      const holds = condition
        .split(' ')
        .every((word) => (word.startsWith('!') ? !words.has(word.slice(1)) : words.has(word)))
      return holds ? [kept.trimEnd()] : []
    })
    .join('\n')
}

const marked = /^(.*?)\s*(?:\/\/|#|<!--|\{\/\*)\? ([!\w]+(?: [!\w]+)*)(?: -->| \*\/\})?$/
