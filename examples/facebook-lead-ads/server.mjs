// Facebook Lead Ads: takes the webhook of a page, reads the lead from the Graph API, and creates it in Leadline.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, LeadlineError } from '@leadline/client';

const {
  LEADLINE_URL = 'http://127.0.0.1:8080',
  LEADLINE_TOKEN = '',
  LEADLINE_SOURCE,
  FACEBOOK_APP_SECRET,
  FACEBOOK_VERIFY_TOKEN,
  FACEBOOK_PAGE_TOKEN,
  GRAPH_URL = 'https://graph.facebook.com/v23.0',
  PORT = '3000',
} = process.env;
if (!LEADLINE_TOKEN || !FACEBOOK_APP_SECRET || !FACEBOOK_VERIFY_TOKEN || !FACEBOOK_PAGE_TOKEN) {
  console.error('Set LEADLINE_TOKEN, FACEBOOK_APP_SECRET, FACEBOOK_VERIFY_TOKEN and FACEBOOK_PAGE_TOKEN.');
  process.exit(2);
}

const leadline = createClient({ baseUrl: LEADLINE_URL, token: LEADLINE_TOKEN });

const MOST_BYTES = 1_048_576;

async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Over the bytes as they came: parsed and written again they may differ. */
function isSigned(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', FACEBOOK_APP_SECRET).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The ids of the leads that a delivery is about. */
function leadgenIds(delivery) {
  const changes = (delivery.entry ?? []).flatMap(({ changes }) => changes ?? []);
  const ids = changes.flatMap(({ field, value }) => (field === 'leadgen' ? [String(value?.leadgen_id)] : []));
  return ids.filter((id) => /^\d{1,30}$/.test(id));
}

async function fetchAnswers(id) {
  const response = await fetch(`${GRAPH_URL}/${id}?fields=field_data`, {
    headers: { authorization: `Bearer ${FACEBOOK_PAGE_TOKEN}` },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The Graph API answered ${response.status} for lead ${id}.`);
  const { field_data: fields = [] } = await response.json();
  return new Map(fields.map(({ name, values }) => [name, (values ?? []).join(', ')]));
}

/** Questions of Facebook's own, and the fields that they fill. The answers to all others become a note. */
const FIELDS = {
  first_name: ['first_name', 'full_name'],
  last_name: ['last_name'],
  phone: ['phone_number', 'phone'],
  email: ['email'],
};
const known = new Set(Object.values(FIELDS).flat());

function leadOf(answers) {
  const pairs = Object.entries(FIELDS).map(([field, names]) => [
    field,
    names.map((name) => answers.get(name)).find(Boolean),
  ]);
  return Object.fromEntries([...pairs, ['source', LEADLINE_SOURCE]].filter(([, value]) => value));
}

function noteOf(answers, refused) {
  const others = [...answers].filter(([name, value]) => value && !known.has(name));
  return [...others, ...refused].map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** Facebook may deliver twice. The keys make the second delivery get the first answer. */
async function takeLead(id) {
  const answers = await fetchAnswers(id);
  const { lead, refused } = await create(leadOf(answers), `facebook-${id}`);
  const note = noteOf(answers, refused);
  if (note) await leadline.leads.addNote(lead.public_id, note, { idempotencyKey: `facebook-${id}-note` });
}

/** A phone or email that Leadline refuses must not cost the lead, if the other one is good: it goes into the note. */
async function create(fields, idempotencyKey, refused = []) {
  try {
    const { lead } = await leadline.leads.create(fields, { idempotencyKey });
    return { lead, refused };
  } catch (error) {
    if (!(error instanceof LeadlineError) || error.code !== 'validation_failed') throw error;
    const bad = Object.entries(fields).filter(([field]) => error.errors[field] && field in FIELDS);
    const good = Object.entries(fields).filter(([field]) => !error.errors[field]);
    if (bad.length === 0 || !good.some(([field]) => field === 'phone' || field === 'email')) throw error;
    return create(Object.fromEntries(good), idempotencyKey, [...refused, ...bad]);
  }
}

/** What the person entered is refused, and would be refused again. */
const isHopeless = (error) =>
  error instanceof LeadlineError &&
  error.code === 'validation_failed' &&
  Object.keys(error.errors).every((field) => field in FIELDS);

async function handle(request, response) {
  const answer = (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname !== '/webhook') return answer(404, 'Not found');
  if (request.method === 'GET') {
    const isOurs = url.searchParams.get('hub.verify_token') === FACEBOOK_VERIFY_TOKEN;
    return isOurs ? answer(200, url.searchParams.get('hub.challenge') ?? '') : answer(403, 'Wrong verify token');
  }
  const body = await readBody(request);
  if (body === null) return answer(413, 'Too large');
  if (!isSigned(body, request.headers['x-hub-signature-256'])) return answer(401, 'Wrong signature');
  for (const id of leadgenIds(JSON.parse(body))) {
    try {
      await takeLead(id);
    } catch (error) {
      // Everything else is answered with 500, and Facebook delivers it again.
      if (!isHopeless(error)) throw error;
      console.error(`Lead ${id} was refused: ${JSON.stringify(error.errors)}`);
    }
  }
  answer(200, 'OK');
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error.message);
    response.writeHead(500).end();
  });
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
