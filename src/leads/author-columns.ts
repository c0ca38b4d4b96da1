import type { Author } from '../audit/audit.ts';
import type { Columns } from '../db/bulk.ts';

/** Who writes, for every row of a statement. */
export const authorColumns: Columns = {
  token_id: 'bigint',
  membership_id: 'bigint',
  form_id: 'bigint',
  request_id: 'text',
  address: 'inet',
};

export const authorValues = (author: Author) => [
  author.tokenId,
  author.membershipId,
  author.formId,
  author.requestId,
  author.address,
];
