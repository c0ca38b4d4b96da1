import { _, Ajv, Name } from 'ajv';
import { Type as PropertyType } from 'ajv/dist/compile/util.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { MOST_FAULTS } from '../fault-list.ts';
import { parseInstant } from '../time.ts';
import { isEmail } from './email.ts';
import { normalizePhone } from './phone.ts';
import { cleanText } from './text.ts';

/** JSON Schema with what our wire shapes need besides. It reports every fault, up to a bound. */
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
ajv.addVocabulary(['x-message', 'x-names', 'example']);
ajv.addFormat('date-time', { type: 'string', validate: (text: string) => parseInstant(text) !== null });
ajv.addFormat('date', { type: 'string', validate: (text: string) => parseInstant(`${text}T00:00:00Z`) !== null });
ajv.addFormat('email', { type: 'string', validate: isEmail });

ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  errors: true,
  before: 'maxLength', // lengths are judged after trimming
  compile(lines: 'one' | 'many', { maxLength }): DataValidateFunction {
    if (typeof maxLength !== 'number') throw new Error('a text needs a maxLength');
    const check: DataValidateFunction = (text: string, at) => {
      const result = cleanText(text, lines, maxLength);
      if ('fault' in result) {
        check.errors = [{ keyword: 'x-text', message: result.fault, params: {} }];
        return false;
      }
      if (at !== undefined) at.parentData[at.parentDataProperty] = result.text;
      return true;
    };
    return check;
  },
});

ajv.addKeyword({
  keyword: 'x-phone',
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: true,
  compile(): DataValidateFunction {
    const check: DataValidateFunction = (text: string, at) => {
      const phone = normalizePhone(text);
      if (phone === null) {
        const message = 'must be an Indian mobile number, such as +91 98765 43210, without an extension';
        check.errors = [{ keyword: 'x-phone', message, params: {} }];
        return false;
      }
      if (at !== undefined) at.parentData[at.parentDataProperty] = phone;
      return true;
    };
    return check;
  },
});

ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must have at most ${schema} decimals` },
  validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
});

// The two keywords that a body can make report without end are replaced: they stop once more is found than is told.
ajv.removeKeyword('additionalProperties');
ajv.addKeyword({
  keyword: 'additionalProperties',
  type: 'object',
  schemaType: 'boolean',
  errors: true,
  compile(isOpen: boolean, parentSchema): DataValidateFunction {
    if (isOpen) return () => true;
    const known = new Set(Object.keys(parentSchema.properties ?? {}));
    const check: DataValidateFunction = (object: Record<string, unknown>) => {
      const errors = [];
      for (const name of Object.keys(object)) {
        if (known.has(name)) continue;
        errors.push({ keyword: 'additionalProperties', params: { additionalProperty: name }, parentSchema });
        if (errors.length > MOST_FAULTS) break;
      }
      check.errors = errors;
      return errors.length === 0;
    };
    return check;
  },
});

// For lists of texts; one that is too long is refused for that, without a look at each entry.
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
