/**
 * Checks every URL that the router builds (docs/route-file.md, Reversing). True if browsers, proxies and the router
 * itself read the URL alike:
 *
 * - it starts with one slash, so it never leads to another host (`//evil.com`, `/\evil.com`);
 * - it has no empty segment except the last, and no `.` or `..`, also as escapes;
 * - it has no character that a URL must encode, and no malformed escape.
 *
 * @param url path and query, with the mount path
 */
export function isFinishedUrl(url: string): boolean {
  return !refused.test(url)
}

/**
 * Finds a reason to refuse: no slash at the start, a segment of the path that is empty or dots, a character that needs an
 * escape, a malformed escape. A search needs no stack, however long the URL is.
 */
const refused =
  /^(?!\/)|^[^?]*?\/(?:\/|(?:\.|%2e){1,2}(?:[/?]|$))|[^\w\-.~!$&'()*+,;=:@|[\]/?%]|%(?![0-9a-f]{2})/i
