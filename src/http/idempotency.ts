import { createHash, hkdfSync } from 'node:crypto';
import { fewAtOnce } from '../db/batches.ts';
import { forgetOld } from '../db/forget-old.ts';
import { seal, unseal } from '../db/sealed.ts';
import { beginWithin, type Database, type Query, query, type Sql, sqlState, type Transaction } from '../db/sql.ts';
import type { Round } from '../db/sweep.ts';
import { conflict, invalid } from '../problems.ts';
import type { Reply } from './operation.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
const KEPT_MS = 24 * 60 * 60 * 1_000;
const WAIT_MS = 100;

export interface KeyedRequest {
  organizationId: string;
  tokenId: string;
  tokenText: string;
  key: string;
  /** Hash of method, path and body as sent. */
  fingerprint: Buffer;
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalid({ 'Idempotency-Key': ['must have 1 to 255 visible ASCII characters'] });
  }
  return header;
}

/** A keyed request holds a connection until it is answered: one organization must not hold them all. */
const fewOfOrganization = fewAtOnce<Reply>(3);

type Work = (database: Database) => Promise<Reply>;

/** Effect and stored answer commit together: a repeated request gets the first answer, a failed one leaves nothing. */
export const answerOnce = (database: Database, request: KeyedRequest, work: Work): Promise<Reply> =>
  fewOfOrganization(request.organizationId, () => answer(database, request, work));

const answer = (database: Database, request: KeyedRequest, work: Work): Promise<Reply> =>
  beginWithin(database, 'begin', async (inner, sql) => {
    const before = await claim(sql, request, database.lockMs);
    if (before !== null) {
      if (before.answer === null) throw conflict(ERASED);
      if (!before.fingerprint.equals(request.fingerprint)) {
        throw invalid({ 'Idempotency-Key': ['was used for another request; use a new key for a new request'] });
      }
      const reply = JSON.parse(unseal(keyOf(request), '', before.answer).toString('utf8')) as Reply;
      return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } };
    }
    const reply = await work(inner);
    await storeAnswer(sql, request, reply);
    return reply;
  });

const ERASED =
  'The answer to this Idempotency-Key showed something of a lead that has been erased since. Nothing was done; a new request needs a new key.';

interface Remembered {
  fingerprint: Buffer;
  /** Null: a lead of which it showed something was erased. */
  answer: Buffer | null;
}

/** Takes the key, or returns the answer kept under it. A request in progress holds the lock of its key. */
async function claim(sql: Transaction, request: KeyedRequest, lockMs: number): Promise<Remembered | null> {
  const { organizationId, tokenId, key, fingerprint } = request;
  try {
    const now = new Date();
    const take = query(
      `insert into idempotent_answers as held (organization_id, token_id, key, fingerprint, answer, created_at)
       values ($1, $2, $3, $4, null, $5)
       on conflict (organization_id, token_id, key)
       do update set fingerprint = excluded.fingerprint, answer = null, shows = null, created_at = excluded.created_at
          where held.created_at < $6
       returning organization_id`,
      [organizationId, tokenId, key, fingerprint, now.toISOString(), new Date(now.getTime() - KEPT_MS).toISOString()],
    );
    // Not by set_config, which Citus keeps from its nodes.
    const [limit, reset] = [WAIT_MS, lockMs].map((ms) => query(`set local lock_timeout = ${ms}`, [])) as [Query, Query];
    const [, claimed] = await sql.together([limit, take, reset]);
    if (claimed.length > 0) return null;
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error;
    throw conflict('A request with this Idempotency-Key is still being answered.');
  }
  const row = await sql.row<Remembered>(
    'select fingerprint, answer from idempotent_answers where organization_id = $1 and token_id = $2 and key = $3',
    [organizationId, tokenId, key],
  );
  if (row === undefined) throw conflict('A request with this Idempotency-Key is still being answered.');
  return row;
}

async function storeAnswer(sql: Sql, request: KeyedRequest, { shows, ...reply }: Reply): Promise<void> {
  await sql.rows(
    'update idempotent_answers set answer = $4, shows = $5 where organization_id = $1 and token_id = $2 and key = $3',
    [
      request.organizationId,
      request.tokenId,
      request.key,
      seal(keyOf(request), '', JSON.stringify(reply)),
      shows ?? null,
    ],
  );
}

/** The keys stay taken until they expire: a retry must not do again what was erased. The fingerprint is a hash of what was sent. */
export const eraseAnswersShowing = (organizationId: string, shown: readonly string[]): Query =>
  query(
    `update idempotent_answers set answer = null, shows = null, fingerprint = ''
      where organization_id = $1 and shows && $2::text[]`,
    [organizationId, shown],
  );

export const forgetOldAnswers = (round: Round): Promise<void> =>
  forgetOld(round, { table: 'idempotent_answers', key: 'token_id, key', cutoff: new Date(Date.now() - KEPT_MS) });

export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method}\0${path}\0${canonical(body)}`)
    .digest();
}

/** Bodies nested deeper are refused, so their fingerprint does not matter. */
const DEEPEST = 32;

/** The same JSON, whatever the order of its members. */
function canonical(value: unknown, depth = 0): string {
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = value as Record<string, unknown>;
  const written = Object.keys(members)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(members[name], depth + 1)}`);
  return `{${written.join(',')}}`;
}

// Answers hold what people said, and those to "issue a token" its secret. They are encrypted under the caller's own token,
// which the database does not know: only who may see the answer can read it.
const keyOf = ({ tokenText, key }: KeyedRequest) =>
  Buffer.from(hkdfSync('sha256', tokenText, key, 'leadline idempotent answer', 32));
