/** @param written as in a route: `GET`, `*`, `GET|POST`. GET also serves HEAD, and `*` is every method except WS */
export function acceptsMethod(written: string, method: string): boolean {
  if (written === method) return true
  if (written === '*') return method !== 'WS'
  if (method === 'HEAD' && acceptsMethod(written, 'GET')) return true
  return written.includes('|') && written.split('|').includes(method)
}
