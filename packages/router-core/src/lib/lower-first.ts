/** As the router names a class that is given no name. */
export function lowerFirst(name: string): string {
  return name.replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}
