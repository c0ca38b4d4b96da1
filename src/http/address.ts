/** The path that a request names, without its query; also where the request line holds a whole address. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '';
  return path === '' ? '/' : path;
}
