import type { TObject, TProperties, TSchema, Type as TypeBox } from 'typebox';

const OPTIONAL = Symbol('optional');
const isRequired = ([, schema]: [string, TSchema]): boolean => !(OPTIONAL in schema);

/** Not enumerable: a copy of the schema, such as Nullable makes, is not optional. */
const optional = (schema: TSchema): TSchema => Object.defineProperty({ ...schema }, OPTIONAL, { value: true });

function object(properties: TProperties, options: object = {}): TSchema {
  const required = Object.entries(properties)
    .filter(isRequired)
    .map(([name]) => name);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

/** TypeBox's types without its code: 373 modules took 280 ms of a start of 1.5 s, for plain objects of JSON Schema. */
const builders = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: TObject, options?: object) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, optional(one)])), options),
  Record: (_key: TSchema, value: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: TSchema) => ({ ...schema }),
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
