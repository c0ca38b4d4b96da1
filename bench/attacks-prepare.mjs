// The data that the attacks of `bench/attacks.mjs` need: a form, leads of the largest size, a long audit trail, the most
// settings.
const FIELDS = 9;
const LARGE_LEADS = 200;
/** Three bytes per character: the largest UTF-8 size of 2,000 characters that a field accepts. */
export const longText = (characters) => 'क'.repeat(characters);

export async function prepareAttacks(client, organizationId, call) {
  const made = async (path, body) => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201 && answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body).data;
  };
  for (let n = 0; n < FIELDS; n++) await made('/custom-fields', { key: `long_${n}`, type: 'text' });
  const form = await made('/forms', { name: 'Contact', fields: [{ field: 'phone' }, { field: 'first_name' }] });
  const leads = [];
  for (let n = 0; n < LARGE_LEADS; n++) {
    leads.push(await made('/leads', { phone: `+91${6_000_000_000 + n}`, custom_fields: longFields('a') }));
  }
  const [lead] = leads;
  for (const { public_id } of leads) await call('PATCH', `/leads/${public_id}`, { custom_fields: longFields('b') });
  for (let n = 0; n < LARGE_LEADS; n++) {
    await made(`/leads/${lead.public_id}/notes`, { body: longText(9_990) });
    await made(`/leads/${lead.public_id}/activities`, { kind: 'call', summary: longText(1_990) });
  }
  const { pool, source } = await fillSettings(client, organizationId, made);
  const { rows } = await client.query('select public_id from organizations where id = $1', [organizationId]);
  return { organization: rows[0].public_id, form: form.public_id, lead: lead.public_id, pool, source };
}

const longFields = (first) =>
  Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => [`long_${n}`, first + longText(1_990)]));

/** As many as an organization may have, or nearly. Written directly to the database, which is faster. */
async function fillSettings(client, organizationId, made) {
  const insert = (table, columns, values, count) =>
    client.query(
      `insert into ${table} (organization_id, public_id, ${columns})
       select $1, $2 || '7' || lpad(n::text, 25, '0'), ${values} from generate_series(1, $3::int) as n`,
      [organizationId, `${PREFIX[table]}_`, count],
    );
  await insert('memberships', 'name, role', `'Agent number ' || n, 'agent'`, 9_000);
  await insert('teams', 'name', `'Team number ' || n`, 900);
  await insert('sources', 'name', `'Source number ' || n`, 900);
  const source = await made('/sources', { name: 'Changed all the time' });
  const pool = { memberships: [] };
  for (let n = 1; n <= 50; n++) pool.memberships.push(`mem_7${String(n).padStart(25, '0')}`);
  for (let n = 0; n < 150; n++) {
    await made('/distribution-rules', { name: `Rule ${n}`, strategy: 'round_robin', pool, when: conditions(50, n) });
  }
  return { pool, source: source.public_id };
}

const PREFIX = { memberships: 'mem', teams: 'team', sources: 'src' };

/** Conditions that hold up to the last one, on the longest texts. */
export const conditions = (count, number) => ({
  all: [
    ...Array.from({ length: count - 1 }, (_, n) => ({
      field: `custom_fields.long_${n % FIELDS}`,
      op: 'contains',
      value: longText(100 + (n % 7)),
    })),
    { field: 'first_name', op: 'eq', value: `Nobody ${number}` },
  ],
});

export const longLead = () => ({ phone: '+916100000000', custom_fields: longFields('c') });
