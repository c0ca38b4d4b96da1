/** The part of JSON Schema that the API description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

/**
 * A value that is valid for a schema of the API description: its example, or its required properties and those with an
 * example.
 */
export function schemaExample(document: object, schema: Schema): unknown {
  if (schema.$ref !== undefined) return schemaExample(document, lookUp(document, schema.$ref));
  const own = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default;
  if (own !== undefined && own !== null) return own;
  if (schema.anyOf?.[0] !== undefined) return schemaExample(document, schema.anyOf[0]);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectExample(document, schema);
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        schemaExample(document, schema.items ?? {}),
      );
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1), schema.maximum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return 'example';
    default:
      return {};
  }
}

function objectExample(document: object, { properties = {}, required = [] }: Schema): object {
  const plain = (schema: Schema): Schema => (schema.$ref === undefined ? schema : plain(lookUp(document, schema.$ref)));
  const entries = Object.entries(properties);
  const telling = entries.filter(([name, inner]) => required.includes(name) || plain(inner).examples !== undefined);
  return Object.fromEntries(
    (telling.length > 0 ? telling : entries).map(([name, inner]) => [name, schemaExample(document, inner)]),
  );
}

/** The target of a local reference such as `#/components/schemas/Lead`. */
export function lookUp<T>(document: object, reference: string): T {
  const steps = reference.slice(2).split('/');
  const found = steps.reduce<unknown>((here, step) => (here as Record<string, unknown> | undefined)?.[step], document);
  if (found === undefined) throw new Error(`the description does not hold ${reference}`);
  return found as T;
}
