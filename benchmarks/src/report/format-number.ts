/** Three significant digits, without an exponent. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  return size >= 10 ? value.toFixed(1) : value.toFixed(2)
}
