/** Whether an Accept header lets us answer with this media type. The most specific range that matches decides. */
export const accepts = (header: string | undefined, type: string): boolean => qualityOf(header, type) > 0;

export const CSV_TYPE = 'text/csv';

/** Whether an Accept header would rather have this media type than JSON; JSON where both are as welcome. */
export const prefers = (header: string | undefined, type: string): boolean =>
  qualityOf(header, type) > qualityOf(header, 'application/json');

function qualityOf(header: string | undefined, type: string): number {
  if (header === undefined || header === '*/*' || header === type || header.trim() === '') return 1;
  const [main] = type.split('/');
  const ranges = new Map(header.split(',').map(parseRange));
  return ranges.get(type) ?? ranges.get(`${main}/*`) ?? ranges.get('*/*') ?? 0;
}

function parseRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
