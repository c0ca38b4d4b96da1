export type FieldType = 'text' | 'phone' | 'source' | 'number' | 'boolean' | 'date' | 'select' | 'multi_select';

const presence = ['present', 'absent'] as const;
const equality = ['eq', 'neq', 'in', 'not_in', ...presence] as const;
const order = ['gt', 'gte', 'lt', 'lte'] as const;
const text = [...equality, 'contains', 'starts_with'] as const;

export type Operator = (typeof text)[number] | (typeof order)[number];

/** Which comparisons the service takes for a field of each type; the first is offered first. */
export const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  text,
  phone: text,
  select: text,
  source: equality,
  number: ['eq', 'neq', ...order, 'in', 'not_in', ...presence],
  date: ['eq', 'neq', ...order, 'in', 'not_in', ...presence],
  boolean: ['eq', 'neq', ...presence],
  multi_select: ['contains', 'in', 'not_in', ...presence],
};

export const needsNoValue = (op: Operator): boolean => op === 'present' || op === 'absent';
export const takesList = (op: Operator): boolean => op === 'in' || op === 'not_in';

/** How the value is asked for: a part of a text is typed, also where the field itself has options. */
export const valueType = (type: FieldType, op: Operator): FieldType =>
  type !== 'multi_select' && (op === 'contains' || op === 'starts_with') ? 'text' : type;

/** By which words the comparison goes. */
export const wordsOf = (type: FieldType): 'plain' | 'number' | 'date' | 'many' =>
  type === 'number' || type === 'date' ? type : type === 'multi_select' ? 'many' : 'plain';
