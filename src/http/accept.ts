import { Problem } from '../problems.ts';

export const CSV_TYPE = 'text/csv';
export const JSON_LINES_TYPE = 'application/x-ndjson';

export function requireAcceptable(header: string | undefined, ...types: readonly string[]): void {
  if (types.some((type) => accepts(header, type))) return;
  throw new Problem('not_acceptable', { detail: `This address answers with ${types.join(' or ')}.` });
}

/** The most specific range that matches decides. */
export const accepts = (header: string | undefined, type: string): boolean => qualityOf(header, type) > 0;

/** Whether this media type is preferred to JSON. */
export const prefers = (header: string | undefined, type: string): boolean =>
  qualityOf(header, type) > qualityOf(header, 'application/json');

/** The one of these media types that is preferred most, if it is preferred to JSON. */
export function preferredAmong(header: string | undefined, types: readonly string[]): string | null {
  const [first, ...others] = types.filter((type) => prefers(header, type));
  if (first === undefined) return null;
  return others.reduce((best, type) => (qualityOf(header, type) > qualityOf(header, best) ? type : best), first);
}

export const acceptsGzip = (header: string | string[] = ''): boolean =>
  parseRanges(String(header)).some(([coding, quality]) => coding === 'gzip' && quality > 0);

function qualityOf(header: string | undefined, type: string): number {
  if (header === undefined || header === '*/*' || header === type || header.trim() === '') return 1;
  const [main] = type.split('/');
  const ranges = new Map(parseRanges(header));
  return ranges.get(type) ?? ranges.get(`${main}/*`) ?? ranges.get('*/*') ?? 0;
}

/** Of an Accept, Accept-Encoding or Accept-Language header, in lower case. */
export function parseRanges(header: string): [range: string, quality: number][] {
  return header.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return [range, quality === undefined ? 1 : Number(quality) || 0];
  });
}
