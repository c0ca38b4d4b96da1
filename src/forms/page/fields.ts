import { type Html, html } from '../../http/pages/html.ts';
import type { AskedField, PlainField } from '../fields.ts';
import type { Words } from './words.ts';

/** What the visitor typed, and what is wrong with it. */
interface FieldState {
  readonly values: readonly string[];
  readonly errors: readonly string[];
}

const idOf = ({ name }: AskedField): string => `f-${name.replace('.', '-')}`;

export const labelOf = ({ name, label }: AskedField, words: Words, currency: string): string =>
  label ?? (name === 'estimated_value' ? `${words.labels[name]} (${currency})` : words.labels[name as PlainField]);

/** The id of the field's control, or of the first of several. */
export const targetOf = (field: AskedField): string => (isGroup(field) ? `${idOf(field)}-0` : idOf(field));

const isGroup = ({ custom }: AskedField) => custom?.type === 'boolean' || custom?.type === 'multi_select';

export function renderField(field: AskedField, state: FieldState, words: Words, currency: string): Html {
  const label = labelOf(field, words, currency);
  const id = idOf(field);
  const mark = field.required && html` <span class="mark" aria-hidden="true">*</span>`;
  const isFaulty = state.errors.length > 0;
  const sentences = state.errors.map((message) => words.before + message + words.after).join(' ');
  const error = html`<p class="error" id="${id}-error"${!isFaulty && html` hidden`}>${sentences}</p>`;
  const look = html`class="field${isFaulty && ' faulty'}"`;
  if (isGroup(field)) {
    return html`<fieldset ${look}><legend>${label}${mark}</legend>${error}
${choices(field, state, words)}</fieldset>
`;
  }
  return html`<div ${look}><label for="${id}">${label}${mark}</label>${error}
${control(field, state, words)}</div>
`;
}

const described = (field: AskedField, { errors }: FieldState) =>
  html` aria-describedby="${idOf(field)}-error"${errors.length > 0 && html` aria-invalid="true"`}`;

function choices(field: AskedField, state: FieldState, words: Words): Html {
  const isMany = field.custom?.type === 'multi_select';
  const texts: Readonly<Record<string, string>> = { true: words.yes, false: words.no };
  const options = isMany ? (field.custom?.options ?? []) : ['true', 'false'];
  const inputs = options.map((value, n) => {
    const checked = state.values.includes(value) && html` checked`;
    const required = !isMany && field.required && html` required`;
    return html`<label class="choice"><input type="${isMany ? 'checkbox' : 'radio'}" id="${idOf(field)}-${n}" name="${field.encodedName}" value="${value}"${checked}${required}${described(field, state)}> ${isMany ? value : texts[value]}</label>
`;
  });
  return isMany ? html`${inputs}` : html`<div class="pair">${inputs}</div>`;
}

/** Hints for browsers and on-screen keyboards. */
const inputs: Readonly<Record<PlainField, Html>> = {
  first_name: html`type="text" autocomplete="given-name" autocapitalize="words" maxlength="100"`,
  last_name: html`type="text" autocomplete="family-name" autocapitalize="words" maxlength="100"`,
  phone: html`type="tel" autocomplete="tel" inputmode="tel" maxlength="64"`,
  email: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" maxlength="254"`,
  estimated_value: html`type="text" inputmode="decimal" autocomplete="off" maxlength="20"`,
};

function control(field: AskedField, state: FieldState, words: Words): Html {
  const common = html`id="${idOf(field)}" name="${field.encodedName}"${field.required && html` required`}${described(field, state)}`;
  const value = state.values[0] ?? '';
  const { custom } = field;
  if (custom === null) return html`<input ${inputs[field.name as PlainField]} ${common} value="${value}">`;
  switch (custom.type) {
    case 'select':
      return html`<select ${common}><option value="">${words.choose}</option>${custom.options.map(
        (option) => html`<option${option === value && html` selected`}>${option}</option>`,
      )}</select>`;
    case 'date':
      return html`<input type="date" ${common} value="${value}">`;
    case 'number':
      return html`<input type="text" inputmode="decimal" autocomplete="off" maxlength="40" ${common} value="${value}">`;
    default: // one line that grows: custom text may have many
      return html`<textarea rows="1" maxlength="2000" ${common}>
${value}</textarea>`;
  }
}
