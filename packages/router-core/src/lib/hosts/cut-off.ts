import type { ServerResponse } from 'node:http'

/** Ends an answer that fails after its start. An HTTP/2 stream that is only destroyed would look complete. */
export function cutOff(response: ServerResponse): void {
  const { stream } = response as { readonly stream?: { close(code: number): void } }
  if (stream === undefined) response.destroy()
  else stream.close(internalError)
}

/** The code of RFC 9113, 7. */
const internalError = 2
