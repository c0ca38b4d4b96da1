/** The first that a browser's User-Agent holds is what it is: most of them name others as well. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const PROGRAM = /^[A-Za-z][\w.-]{0,40}/;

/** What people know a session by, such as "Chrome on Windows". Nothing of the header field but a program's name goes into it. */
export function browserName(userAgent: string | undefined): string {
  const given = userAgent?.slice(0, 500) ?? '';
  const browser = browsers.find(([mark]) => given.includes(mark))?.[1];
  const system = systems.find(([mark]) => given.includes(mark))?.[1];
  if (browser === undefined) return PROGRAM.exec(given)?.[0] ?? 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
