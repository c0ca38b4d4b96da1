/** The code of an error of Node.js, of a library or of PostgreSQL; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  const code = codeOf(error);
  return code !== undefined && codes.includes(code);
}
