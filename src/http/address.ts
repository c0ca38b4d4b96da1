/** Without query and trailing slash. The request line may hold an absolute URL. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '';
  if (path.length <= 1) return '/';
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
