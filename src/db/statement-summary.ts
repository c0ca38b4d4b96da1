const MOST_KEPT = 1_000;
const kept = new Map<string, string>();

/** Operations and tables of a statement, in their order: `SELECT leads statuses`. Only names of the schema, never a value. */
export function summaryOf(text: string): string {
  const found = kept.get(text);
  if (found !== undefined) return found;
  if (kept.size >= MOST_KEPT) kept.clear();
  const summary = summarize(text);
  kept.set(text, summary);
  return summary;
}

const LITERALS = /'(?:[^']|'')*'|--[^\n]*/g;
const CTE_NAMES = /(?:\bwith(?:\s+recursive)?|,)\s+([a-z_]\w*)\s+as\s+(?:not\s+materialized\s+|materialized\s+)?\(/gi;
/** Not `for update`, `do update`, `is distinct from`, nor the `from` of functions such as `extract(epoch from …)`. */
const PARTS =
  /\b(?:(select)|(insert|delete)\s+(?:into|from)\s+([a-z_]\w*)|(?<!\b(?:for|key|do)\s+)(update)\s+([a-z_]\w*)|(?<!\bdistinct\s+)(?<!\(\s*\w+\s+)(?:from|join)\s+([a-z_]\w*)\b(?!\s*\())/gi;
const FUNCTION = /\b(?:select|from)\s+([a-z_]\w*)\s*\(/i;
const FIRST_WORD = /[a-z]+/i;
const NO_TABLES = new Set(['lateral', 'only', 'select']);
const MOST = 120;

function summarize(text: string): string {
  const plain = text.replace(LITERALS, ' ');
  const named = new Set([...plain.matchAll(CTE_NAMES)].map(([, name = '']) => name.toLowerCase()));
  const words: string[] = [];
  let hasOperation = false;
  for (const [, select, write, written, update, updated, read] of plain.matchAll(PARTS)) {
    const operation = (select ?? write ?? update)?.toUpperCase();
    const table = (written ?? updated ?? read)?.toLowerCase();
    if (operation !== undefined && !(operation === 'SELECT' && words.includes(operation))) words.push(operation);
    if (table !== undefined && !named.has(table) && !NO_TABLES.has(table) && words.at(-1) !== table) words.push(table);
    hasOperation ||= operation !== undefined;
  }
  if (!hasOperation) words.unshift(FIRST_WORD.exec(plain)?.[0].toUpperCase() ?? 'STATEMENT');
  const called = words.length === 1 ? FUNCTION.exec(plain)?.[1] : undefined;
  return [...words, ...(called === undefined ? [] : [called])].join(' ').slice(0, MOST);
}
