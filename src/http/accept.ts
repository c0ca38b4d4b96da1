/** Whether an Accept header lets us answer with this media type. The most specific range that matches decides. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const [main] = type.split('/');
  const ranges = new Map(header.split(',').map(parseRange));
  const quality = ranges.get(type) ?? ranges.get(`${main}/*`) ?? ranges.get('*/*') ?? 0;
  return quality > 0;
}

function parseRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
