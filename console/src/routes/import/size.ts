import { useFormat } from '../../format/format.ts';

/** "1.2 MB", as people know sizes of files. */
export function useSize(): (bytes: number) => string {
  const { number } = useFormat();
  return (bytes) => {
    if (bytes < 1_000) return `${number(bytes)} B`;
    if (bytes < 1_000_000) return `${number(Math.ceil(bytes / 1_000))} kB`;
    return `${number(Math.round(bytes / 100_000) / 10)} MB`;
  };
}
