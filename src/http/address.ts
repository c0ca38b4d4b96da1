/** The path that a request names, without its query and a slash at its end; also where the request line holds a whole address. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '';
  if (path.length <= 1) return '/';
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
