// An admin's token in a loaded organization, as `leadline token issue` would create it.
import { hashToken, mintTokenText } from '../dist/access/token-text.js';
import { loadKeys } from '../dist/db/installation.js';

export async function issueToken(client, organizationId) {
  const sql = {
    rows: async (text, values) => (await client.query(text, values)).rows,
    row: async (text, values) => (await client.query(text, values)).rows[0],
  };
  const { organization } = await loadKeys(sql);
  const text = mintTokenText(organization, String(organizationId));
  await client.query(
    `with admin as (
       insert into memberships (organization_id, public_id, name, role)
       values ($1, 'mem_' || repeat('z', 26), 'Bench', 'admin') returning id)
     insert into tokens (organization_id, public_id, membership_id, name, abilities, secret_hash)
     select $1, 'tok_' || repeat('z', 26), id, 'Bench', '{*}', $2 from admin`,
    [organizationId, hashToken(text)],
  );
  return text;
}
