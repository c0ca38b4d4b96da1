// A website's back end: takes the post of a contact form and creates a lead.
import { createServer } from 'node:http';
import { createClient, LeadlineError } from '@leadline/client';

const { LEADLINE_URL = 'http://127.0.0.1:8080', LEADLINE_TOKEN = '', LEADLINE_SOURCE, PORT = '3000' } = process.env;
if (!LEADLINE_TOKEN) {
  console.error('Set LEADLINE_TOKEN.');
  process.exit(2);
}

// A visitor is waiting: two retries, ten seconds in all.
const leadline = createClient({
  baseUrl: LEADLINE_URL,
  token: LEADLINE_TOKEN,
  timeoutMs: 5_000,
  retry: { attempts: 3, totalMs: 10_000 },
});

const MOST_BYTES = 16_384;

async function readForm(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MOST_BYTES) return null;
  }
  return new URLSearchParams(text);
}

/** The empty fields of a form are left out. */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

async function takeContact(form) {
  const { lead } = await leadline.leads.create(
    given({
      first_name: form.get('name'),
      phone: form.get('phone'),
      email: form.get('email'),
      source: LEADLINE_SOURCE,
    }),
  );
  const message = form.get('message');
  if (message) await leadline.leads.addNote(lead.public_id, message);
}

const server = createServer(async (request, response) => {
  const answer = (status, text) =>
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  if (request.method !== 'POST' || request.url !== '/contact') return answer(404, 'Not found.');
  try {
    const form = await readForm(request);
    if (form === null) return answer(413, 'That is too long.');
    await takeContact(form);
    // The same words for a new and a known visitor: nobody learns who is a lead already.
    answer(200, 'Thank you. We will call you.');
  } catch (error) {
    if (!(error instanceof LeadlineError)) throw error;
    if (error.code === 'validation_failed') {
      const faults = Object.entries(error.errors).map(([field, messages]) => `${field} ${messages.join(', ')}`);
      return answer(422, faults.join('\n'));
    }
    console.error(`No lead was created: ${error.code}, ${error.message} (request ${error.request_id})`);
    answer(503, 'Please try again in a minute.');
  }
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
