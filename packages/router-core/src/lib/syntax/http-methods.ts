/** The methods that a route line may have: the registered HTTP methods, and `WS` for a WebSocket handshake (Play). */
export const httpMethods: ReadonlySet<string> = new Set(
  (
    'GET POST PUT PATCH DELETE OPTIONS HEAD WS QUERY TRACE ' +
    'ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY LABEL LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL ' +
    'MKREDIRECTREF MKWORKSPACE MOVE NOTIFY ORDERPATCH PROPFIND PROPPATCH PURGE REBIND REPORT SEARCH SOURCE SUBSCRIBE ' +
    'UNBIND UNCHECKOUT UNLINK UNLOCK UNSUBSCRIBE UPDATE UPDATEREDIRECTREF VERSION-CONTROL'
  ).split(' '),
)

/** @param written as in a route: `GET`, `*`, `GET|POST`. GET also serves HEAD, and `*` is every method except WS */
export function acceptsMethod(written: string, method: string): boolean {
  if (written === method) return true
  if (written === '*') return method !== 'WS'
  if (method === 'HEAD' && acceptsMethod(written, 'GET')) return true
  return written.includes('|') && written.split('|').includes(method)
}
