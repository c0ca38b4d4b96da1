import { isDeepStrictEqual } from 'node:util';

/** Who makes a change, and in which call. Without a token or a form it is the service itself. */
export interface Author {
  readonly organizationId: string;
  readonly tokenId: string | null;
  readonly membershipId: string | null;
  readonly formId: string | null;
  /** Besides the token: the import by which it acts. */
  readonly importId?: string;
  readonly requestId: string | null;
  readonly address: string | null;
  /** The span of the call, if traces are on. */
  readonly traceparent?: string | null;
}

export const subjectTypes = [
  'organization',
  'team',
  'membership',
  'token',
  'status',
  'source',
  'custom_field',
  'distribution_rule',
  'scoring',
  'form',
  'import',
  'webhook',
  'view',
  'job',
  'lead',
] as const;
type SubjectType = (typeof subjectTypes)[number];

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

export interface Entry {
  action: string;
  subject: { type: SubjectType; publicId: string };
  changes: Change[];
}

type Fields = Readonly<Record<string, unknown>>;

export function creation(type: SubjectType, publicId: string, record: Fields, verb = 'created'): Entry {
  return alteration(type, publicId, {}, record, verb);
}

export function alteration(
  type: SubjectType,
  publicId: string,
  before: Fields,
  after: Fields,
  verb = 'updated',
): Entry {
  return { action: `${type}.${verb}`, subject: { type, publicId }, changes: changesBetween(before, after) };
}

/** A field that is not there counts as null. */
function changesBetween(before: Fields, after: Fields): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => field !== 'public_id' && field !== 'created_at')
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
}
