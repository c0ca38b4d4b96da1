import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { until } from './caller.mjs';

/** Adds to the demo what it lacks, so that every table has rows. Answers a lead that has everything, and how to sign in. */
export async function fillOrganization(call) {
  const add = async (path, body, options) => (await call('POST', path, body, options)).data;
  const settings = await addSettings(call, add);
  const lead = await addLeads(call, add, settings);
  await addImport(call);
  await addBulkChange(call, lead);
  await eraseLead(call, add);
  await addDeliveries(call, add);
  return { lead, signIn: await addPeople(call, add) };
}

async function addSettings(call, add) {
  const team = await add('/teams', { name: 'Pune East' });
  await add('/memberships', {
    name: 'Vikram Das',
    role: 'agent',
    team: team.public_id,
    weight: 2,
    open_cap: 40,
    daily_cap: 10,
  });
  for (const body of [
    { key: 'city', type: 'text', label: 'City' },
    { key: 'family', type: 'number', label: 'People in the family' },
    { key: 'loan_approved', type: 'boolean', label: 'Loan approved' },
    { key: 'move_in', type: 'date', label: 'Wants to move in' },
    { key: 'wishes', type: 'multi_select', label: 'Wishes', options: ['Parking', 'Garden', 'Lift'] },
    { key: 'fax', type: 'text', label: 'Fax', archived: true },
  ]) {
    await add('/custom-fields', body);
  }
  const [everything] = (await call('GET', '/distribution-rules')).data;
  await call('PATCH', `/distribution-rules/${everything.public_id}`, { position: 2 });
  await add('/distribution-rules', {
    name: 'Villas to Pune East',
    strategy: 'weighted',
    pool: { team: team.public_id },
    position: 1,
    when: { all: [{ field: 'custom_fields.product_interest', op: 'eq', value: 'Villa' }] },
  });
  // Nothing fades, so scores stay as they are.
  const { data: scoring } = await call('PUT', '/scoring', {
    bands: { hot: 60, warm: 30 },
    rules: [
      {
        name: 'Worth a crore',
        points: 30,
        when: { all: [{ field: 'estimated_value', op: 'gte', value: 10_000_000 }] },
      },
      { name: 'Has an email', points: 10, when: { all: [{ field: 'email', op: 'present' }] } },
    ],
    signals: [
      { activity: 'call', points: 8, cap: 24 },
      { activity: 'visit', points: 20 },
    ],
  });
  await until(
    async () => (await call('GET', '/scoring')).data,
    ({ rescoring }) => rescoring?.version === scoring.version && rescoring.finished_at !== null,
  );
  const source = (await call('GET', '/sources')).data[0].public_id;
  const form = await add('/forms', {
    name: 'Talk to us',
    source,
    allowed_origins: ['https://www.example.in'],
    success_message: 'We call you today.',
    fields: [{ field: 'first_name', required: true }, { field: 'phone' }, { field: 'custom_fields.city' }],
  });
  const view = {
    name: 'Hot and open',
    filters: { kind: 'open', score_band: 'hot' },
    sort: '-score',
    columns: ['phone'],
  };
  await add('/views', { ...view, shared: true });
  await add('/views', { ...view, name: 'Mine' });
  return { source, form };
}

/** Leads by the API, once and again, by a form, and one whose page shows everything. */
async function addLeads(call, add, { source, form }) {
  const sana = {
    first_name: 'Sana',
    last_name: 'Qureshi',
    phone: '+919876543210',
    email: 'sana.qureshi@example.in',
    source,
    estimated_value: 12_500_000.5,
    custom_fields: {
      product_interest: 'Villa',
      city: 'पुणे, "Camp"\n\tC:\\N',
      family: 4,
      loan_approved: true,
      move_in: '2027-02-28',
      wishes: ['Parking', 'Garden'],
    },
  };
  const { public_id: lead } = await add('/leads', sana, { headers: { 'idempotency-key': 'sana-1' } });
  await call('POST', '/leads', { ...sana, estimated_value: 13_000_000, custom_fields: { city: 'Nashik' } });
  await call(
    'POST',
    `/forms/${form.public_id}/submissions`,
    { first_name: 'Asha', phone: '9876543211' },
    { anonymous: true },
  );
  await add(`/leads/${lead}/activities`, { kind: 'call', summary: 'Explained the floor plans' });
  await add(`/leads/${lead}/activities`, { kind: 'visit', summary: 'Saw the site with her family' });
  await add(`/leads/${lead}/notes`, { body: 'Prefers to be called after six' });
  const { data: statuses } = await call('GET', '/statuses');
  for (const name of ['Contacted', 'Qualified', 'Proposal']) {
    const { public_id: status } = statuses.find((one) => one.name === name);
    await call('POST', `/leads/${lead}/status`, { status, note: `Now ${name}` });
  }
  await call('PATCH', `/leads/${lead}`, { last_name: 'Qureshi-Khan' });
  return lead;
}

async function addImport(call) {
  const rows = [
    'first_name,phone,Notes from the fair',
    'Gauri,9876543212,Called',
    'Nobody,12345,',
    'Farhan,9876543213,',
  ];
  const options = { type: 'text/csv' };
  const { data } = await call('POST', '/imports?name=fair.csv&unmapped=ignore', `${rows.join('\n')}\n`, options);
  await until(
    async () => (await call('GET', `/imports/${data.public_id}`)).data,
    ({ state }) => state === 'done',
  );
}

async function addBulkChange(call, lead) {
  const { data } = await call('POST', '/leads/bulk', { ids: [lead], change: { note: 'Invited to the fair' } });
  await until(
    async () => (await call('GET', `/jobs/${data.public_id}`)).data,
    ({ state }) => state === 'done',
  );
}

async function eraseLead(call, add) {
  const { public_id } = await add('/leads', { first_name: 'Forgotten', phone: '+919876543214' });
  await call('DELETE', `/leads/${public_id}?suppress=true`);
}

/** One that was delivered, and one that waits for its next attempt: nobody listens at the later address. */
async function addDeliveries(call, add) {
  const receiver = createServer((request, response) =>
    request.resume().once('end', () => response.writeHead(204).end()),
  );
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${receiver.address().port}/leads`;
  const { public_id } = await add('/webhooks', { url, events: ['*'], description: 'The dialer' });
  const deliveries = async () => (await call('GET', `/webhooks/${public_id}/deliveries`)).data;
  await add('/leads', { first_name: 'Harsh', phone: '+919876543215' });
  await until(deliveries, (list) => list.some(({ status }) => status === 'succeeded'));
  await call('PATCH', `/webhooks/${public_id}`, { url: 'http://127.0.0.1:9/leads' });
  receiver.closeAllConnections();
  receiver.close();
  await add('/leads', { first_name: 'Ishita', phone: '+919876543216' });
  await until(deliveries, (list) => list.some(({ status, attempts }) => status === 'pending' && attempts.length > 0));
  await add(`/webhooks/${public_id}/rotate`);
}

/** Somebody with a password and a session, somebody with an open invitation, and a token that was revoked. */
async function addPeople(call, add) {
  const { data: memberships } = await call('GET', '/memberships');
  const named = (name) => memberships.find((one) => one.name === name).public_id;
  const { data: me } = await call('GET', '/me');
  const email = 'ravi@example.in';
  const password = randomBytes(15).toString('base64url');
  const { link } = await add(`/memberships/${named('Ravi Iyer')}/invitation`);
  await call('POST', `/invitations/${link.split('#/')[1]}`, { password }, { anonymous: true });
  const signIn = { organization: me.organization.public_id, email, password };
  await call('POST', '/session', signIn, { anonymous: true });
  await add(`/memberships/${named('Asha Rao')}/invitation`);
  const token = { name: 'Old dialer', membership: me.membership.public_id, abilities: ['leads:read'] };
  const { public_id } = await add('/tokens', token);
  await call('DELETE', `/tokens/${public_id}`);
  return signIn;
}
