import { _, Ajv, Name } from 'ajv';
import { Type as PropertyType } from 'ajv/dist/compile/util.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { MOST_FAULTS } from '../fault-list.ts';
import { parseInstant } from '../time.ts';
import { isEmail } from './email.ts';
import { normalizePhone } from './phone.ts';
import { cleanSecret, cleanText } from './text.ts';

/** Reports every fault, up to a bound. */
export const ajv = new Ajv({
  allErrors: true,
  meta: false, // the schema of schemas needs the keywords that are replaced below
  validateSchema: false,
  strict: true,
  strictTypes: false, // `type: ['string', 'null']` is how Nullable is written
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  verbose: true,
  ownProperties: true,
});
ajv.addVocabulary(['x-message', 'x-names', 'x-described', 'example']);
ajv.addFormat('date-time', { type: 'string', validate: (text: string) => parseInstant(text) !== null });
ajv.addFormat('date', { type: 'string', validate: (text: string) => parseInstant(`${text}T00:00:00Z`) !== null });
ajv.addFormat('email', { type: 'string', validate: isEmail });

type Normalized = { text: string } | { fault: string };

/** Normalizes a text in place, or says what is wrong with it. */
const normalizing = (keyword: string, normalize: (text: string) => Normalized): DataValidateFunction => {
  const check: DataValidateFunction = (text: string, at) => {
    const result = normalize(text);
    if ('fault' in result) check.errors = [{ keyword, message: result.fault, params: {} }];
    else if (at !== undefined) at.parentData[at.parentDataProperty] = result.text;
    return 'text' in result;
  };
  return check;
};

ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  errors: true,
  before: 'maxLength', // lengths are judged after trimming
  compile(lines: 'one' | 'many' | 'secret', { maxLength }) {
    if (typeof maxLength !== 'number') throw new Error('a text needs a maxLength');
    return normalizing('x-text', (text) =>
      lines === 'secret' ? cleanSecret(text, maxLength) : cleanText(text, lines, maxLength),
    );
  },
});

ajv.addKeyword({
  keyword: 'x-phone',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: true,
  compile: () =>
    normalizing('x-phone', (given) => {
      const text = normalizePhone(given);
      const fault = 'must be an Indian mobile number, such as +91 98765 43210, without an extension';
      return text === null ? { fault } : { text };
    }),
});

ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must have at most ${schema} decimals` },
  validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
});

// Replaced, as is `items`: a body could make the built-in ones report hundreds of thousands of faults.
ajv.removeKeyword('additionalProperties');
ajv.addKeyword({
  keyword: 'additionalProperties',
  type: 'object',
  schemaType: 'boolean',
  errors: true,
  compile(isOpen: boolean, parentSchema): DataValidateFunction {
    if (isOpen) return () => true;
    const known = new Set(Object.keys(parentSchema.properties ?? {}));
    const patterns = Object.keys(parentSchema.patternProperties ?? {}).map((pattern) => new RegExp(pattern, 'u'));
    const check: DataValidateFunction = (object: Record<string, unknown>) => {
      const errors = [];
      for (const name of Object.keys(object)) {
        if (known.has(name) || patterns.some((pattern) => pattern.test(name))) continue;
        errors.push({ keyword: 'additionalProperties', params: { additionalProperty: name }, parentSchema });
        if (errors.length > MOST_FAULTS) break;
      }
      check.errors = errors;
      return errors.length === 0;
    };
    return check;
  },
});

// For lists of texts. The entries of a list that is too long are not compared.
ajv.removeKeyword('uniqueItems');
ajv.addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  compile: (isAsked: boolean, { maxItems = Number.MAX_SAFE_INTEGER }) =>
    isAsked ? (list: unknown[]) => list.length > maxItems || new Set(list).size === list.length : () => true,
});

const errorCount = new Name('errors'); // as the compiled function calls it

ajv.removeKeyword('items');
ajv.addKeyword({
  keyword: 'items',
  type: 'array',
  schemaType: 'object',
  before: 'uniqueItems',
  code(context) {
    const { gen, data, it, parentSchema } = context;
    it.items = true;
    const isValid = gen.let('valid', true);
    const isItemValid = gen.name('valid');
    const { maxItems = Number.MAX_SAFE_INTEGER } = parentSchema; // what is beyond is refused as too many
    gen.forRange('i', 0, _`Math.min(${data}.length, ${maxItems})`, (i) => {
      context.subschema({ keyword: 'items', dataProp: i, dataPropType: PropertyType.Num }, isItemValid);
      gen.if(_`!${isItemValid}`, () => gen.assign(isValid, false));
      gen.if(_`${errorCount} > ${MOST_FAULTS}`, () => gen.break());
    });
    context.ok(isValid);
  },
});
