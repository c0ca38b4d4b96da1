type Json = Record<string, unknown>;

/** Keywords of our validator that say nothing to a reader. */
const internals = new Set(['x-text', 'x-message', 'x-phone', 'x-decimals']);

export const withoutInternals = (schema: Json): Json =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !internals.has(keyword)));

/** Keywords whose value is data, not a schema. */
const data = new Set(['examples', 'default', 'enum', 'required', 'type', 'description']);
const namedSchemas = new Set(['properties', 'patternProperties']);

/** The schema as plain JSON Schema, whole: without our keywords, and without references and their titles. */
export function plainSchema(given: object): Json {
  const { title: _, ...schema } = withoutInternals(((given as Json)['x-described'] ?? given) as Json);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (data.has(keyword) || typeof value !== 'object' || value === null) return [keyword, value];
      if (Array.isArray(value)) return [keyword, value.map((one) => plainSchema(one as object))];
      return [keyword, namedSchemas.has(keyword) ? plainSchemas(value) : plainSchema(value)];
    }),
  );
}

const plainSchemas = (schemas: object): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plainSchema(schema)]));
