/**
 * Reads conditions at the end of lines, such as `//? rest`, `#? compiled` or `<!--? css -->`. A line stays, without its
 * condition, if all words of the condition are chosen. `!rest` means that `rest` must not be chosen.
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
