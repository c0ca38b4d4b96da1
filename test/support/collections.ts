/** The settings collections, with the smallest valid body to create and to change a record. `n` keeps names unique. */
export const collections = [
  {
    path: 'teams',
    type: 'team',
    prefix: 'team',
    create: (n: number) => ({ name: `Team ${n}` }),
    patch: { name: 'Team renamed' },
  },
  {
    path: 'memberships',
    type: 'membership',
    prefix: 'mem',
    create: (n: number) => ({ name: `Member ${n}`, role: 'agent' }),
    patch: { name: 'Member renamed' },
  },
  {
    path: 'statuses',
    type: 'status',
    prefix: 'sts',
    create: (n: number) => ({ name: `Status ${n}`, kind: 'open' }),
    patch: { name: 'Status renamed' },
  },
  {
    path: 'sources',
    type: 'source',
    prefix: 'src',
    create: (n: number) => ({ name: `Source ${n}` }),
    patch: { name: 'Source renamed' },
  },
  {
    path: 'custom-fields',
    type: 'custom_field',
    prefix: 'fld',
    create: (n: number) => ({ key: `key_${n}`, type: 'text' }),
    patch: { label: 'Label renamed' },
  },
  {
    path: 'forms',
    type: 'form',
    prefix: 'form',
    create: (n: number) => ({ name: `Form ${n}`, fields: [{ field: 'phone' }] }),
    patch: { name: 'Form renamed' },
  },
] as const;

/** The record without the properties that the service computes, which callers cannot send. */
export const withoutDerived = ({ url: _url, embed: _embed, warnings: _warnings, ...sent }: Record<string, unknown>) =>
  sent;

/** The text after a public id's prefix: 26 characters of lowercase Crockford base32. */
export const publicId = (prefix: string) => new RegExp(`^${prefix}_[0-9abcdefghjkmnpqrstvwxyz]{26}$`);

/** The format of every time in a response: RFC 3339 in UTC with milliseconds and Z. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A public id of this kind that no record has. */
export const unknownId = (prefix: string) => `${prefix}_01k5p3c6m8q2r4s6t8v0w2x4z6`;
