/**
 * Removes lines that end with a comment such as `//? rest`, `#? compiled` or `<!--? css -->`, if a word of the comment
 * is not chosen. Otherwise it removes only the comment. `!rest` means that `rest` must not be chosen.
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
