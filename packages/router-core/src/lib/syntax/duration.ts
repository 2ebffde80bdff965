/** Returns the seconds of `90s`, `15m`, `1h`, `7d` or a whole number. Undefined for other values. */
export function readDuration(given: unknown): number | undefined {
  if (typeof given === 'number') return isDuration(given) ? given : undefined
  const [, digits, unit = 's'] =
    (typeof given === 'string' && /^([1-9][0-9]{0,9})([smhd])?$/.exec(given)) || []
  const seconds = Number(digits) * (secondsOf.get(unit) ?? 1)
  return isDuration(seconds) ? seconds : undefined
}

function isDuration(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds > 0 && seconds <= longest
}

const secondsOf: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
])
/** A hundred years, in seconds. */
const longest = 100 * 366 * 86_400

export const durationHint = 'a duration is a number of seconds, or a text such as 90s, 15m, 1h or 7d'
