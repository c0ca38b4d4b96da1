/** What the reference page reads of an OpenAPI 3.1 document; anything else may be in it too. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers?: readonly { url: string; description?: string }[];
  tags?: readonly { name: string; description?: string }[];
  paths?: Readonly<Record<string, PathItem>>;
  components?: {
    schemas?: Readonly<Record<string, Schema>>;
    parameters?: Readonly<Record<string, Parameter | Reference>>;
    requestBodies?: Readonly<Record<string, RequestBody | Reference>>;
    responses?: Readonly<Record<string, ResponseObject | Reference>>;
    headers?: Readonly<Record<string, Header | Reference>>;
    examples?: Readonly<Record<string, Example | Reference>>;
    securitySchemes?: Readonly<Record<string, SecurityScheme | Reference>>;
  };
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  'x-problems'?: readonly { code: string; status: number; title: string }[];
}

export interface Reference {
  $ref: string;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { readonly [method in Method]?: OperationObject } & {
  parameters?: readonly (Parameter | Reference)[];
};

export interface OperationObject {
  operationId?: string;
  tags?: readonly string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses?: Readonly<Record<string, ResponseObject | Reference>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  'x-ability'?: string | readonly string[] | null;
  'x-scope'?: string | null;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Example | Reference>>;
}

export interface RequestBody {
  description?: string;
  required?: boolean;
  content?: Readonly<Record<string, MediaType>>;
}

export interface ResponseObject {
  description?: string;
  content?: Readonly<Record<string, MediaType>>;
  headers?: Readonly<Record<string, Header | Reference>>;
  'x-codes'?: readonly string[];
}

export interface Header {
  description?: string;
  schema?: Schema;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Example {
  value?: unknown;
}

export interface SecurityScheme {
  type: string;
  scheme?: string;
  bearerFormat?: string;
  name?: string;
  in?: string;
  description?: string;
}

/** The part of JSON Schema 2020-12 that request and response bodies use. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  readOnly?: boolean;
  writeOnly?: boolean;
  deprecated?: boolean;
}
