import type { Asked } from './asked.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

const inputs: Readonly<Record<string, string>> = {
  first_name: 'autocomplete="given-name"',
  last_name: 'autocomplete="family-name"',
  phone: 'type="tel" autocomplete="tel"',
  email: 'type="email" autocomplete="email"',
  estimated_value: 'inputmode="decimal"',
};

interface Words {
  send: string;
  choose: string;
  yes: string;
  no: string;
}

/** The form as HTML of one's own page: names of fields as the service takes them. */
export function plainHtml(url: string, asked: readonly Asked[], words: Words): string {
  const lines = asked.map((field) => `  ${fieldHtml(field, words)}`);
  return [
    `<form method="post" action="${escaped(url)}">`,
    ...lines,
    `  <button>${escaped(words.send)}</button>`,
    '</form>',
  ].join('\n');
}

function fieldHtml({ name, encodedName, label, required, custom }: Asked, words: Words): string {
  const common = `name="${escaped(encodedName)}"${required ? ' required' : ''}`;
  const before = `<label>${escaped(label)} `;
  const options = (custom?.options ?? []).map((option) => `<option>${escaped(option)}</option>`).join('');
  switch (custom?.type) {
    case 'select':
      return `${before}<select ${common}><option value="">${escaped(words.choose)}</option>${options}</select></label>`;
    case 'multi_select':
      return `${before}<select name="${escaped(encodedName)}" multiple>${options}</select></label>`;
    case 'boolean':
      return `${before}<select ${common}><option value="">${escaped(words.choose)}</option><option value="true">${escaped(words.yes)}</option><option value="false">${escaped(words.no)}</option></select></label>`;
    case 'text':
      return `${before}<textarea ${common}></textarea></label>`;
    case 'date':
      return `${before}<input ${common} type="date"></label>`;
    case 'number':
      return `${before}<input ${common} inputmode="decimal"></label>`;
    default:
      return `${before}<input ${common} ${inputs[name] ?? ''}></label>`;
  }
}
