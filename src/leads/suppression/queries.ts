import { inParts } from '../../db/many-rows.ts';
import { type Query, query } from '../../db/sql.ts';
import { Values } from '../../db/values.ts';

/** Which of these contacts are suppressed, by their hashes. */
export const listSuppressed = (organizationId: string, hashes: readonly Buffer[]): Query<{ hash: Buffer }>[] =>
  inParts(hashes).map((part) => {
    const values = new Values(organizationId);
    const list = part.map((hash) => values.add(hash)).join(', ');
    return query(`select hash from suppressed_contacts where organization_id = $1 and hash in (${list})`, values.list);
  });

export const insertSuppressed = (organizationId: string, hash: Buffer): Query =>
  query('insert into suppressed_contacts (organization_id, hash) values ($1, $2) on conflict do nothing', [
    organizationId,
    hash,
  ]);

export const deleteSuppressed = (organizationId: string, hash: Buffer): Query<{ hash: Buffer }> =>
  query('delete from suppressed_contacts where organization_id = $1 and hash = $2 returning hash', [
    organizationId,
    hash,
  ]);

/** Fails, with the state that `isRefusedContact` knows, if one of them is suppressed. */
export const refuseSuppressed = (organizationId: string, hashes: readonly Buffer[]): Query =>
  query('select leadline_refuse_suppressed($1, $2, $3)', [organizationId, hashes[0], hashes[1] ?? null]);
