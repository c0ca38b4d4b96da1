const LARGE_BYTES = 2_000;

/** The column `changes_bytes` is null where the changes are small. */
export function changesBytes(changes: string): number | null {
  const bytes = Buffer.byteLength(changes);
  return bytes > LARGE_BYTES ? bytes : null;
}
