const LARGE_BYTES = 2_000;

/** For the column `changes_bytes`: the size of the changes where they are large. */
export function changesBytes(changes: string): number | null {
  const bytes = Buffer.byteLength(changes);
  return bytes > LARGE_BYTES ? bytes : null;
}
