import type { Actor } from '../access/actor.ts';
import { append } from '../audit/append.ts';
import { type Author, alteration, creation } from '../audit/audit.ts';
import { seal } from '../db/sealed.ts';
import type { Database } from '../db/sql.ts';
import { seesWholeEvents } from '../events/present.ts';
import { findHead } from '../events/read.ts';
import { systemAuthor } from '../organization/organizations.ts';
import { conflict, type FieldErrors, found } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { type Changing, changeSettings } from '../settings/change.ts';
import { requireRoomIn } from '../settings/limits.ts';
import type { AddressRules } from './delivery/addresses.ts';
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  lockWebhook,
  type StoredWebhook,
  updatePosition,
  updateSecret,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { EVERY_EVENT, type Webhook, type WebhookCreate, type WebhookPatch, type WebhookWithSecret } from './schemas.ts';
import { newSecret, secretText } from './secrets.ts';
import { urlFault } from './url.ts';

/** Whose token or session makes the change. */
interface By {
  readonly actor: Pick<Actor, 'abilities'>;
}

/** So long an old secret signs beside the new one. */
const OVERLAP_HOURS = 24;

export const presentWebhook = (row: WebhookRow): Webhook => ({
  public_id: row.public_id,
  url: row.url,
  sends_leads: row.sends_leads,
  events: row.events as Webhook['events'],
  active: row.active,
  description: row.description,
  failing_since: row.failing_since?.toISOString() ?? null,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at.toISOString(),
});

/** What people choose. How deliveries go is no change of it, which `If-Match` would refuse; that one is disabled is. */
export const chosenIn = ({ public_id, url, events, active, description }: Webhook) => ({
  public_id,
  url,
  events,
  active,
  description,
});

export function checkWebhook({ url, events }: WebhookPatch, rules: AddressRules): FieldErrors {
  const fault = typeof url === 'string' ? urlFault(url.trim(), rules) : null;
  const isMixed = Array.isArray(events) && events.length > 1 && events.includes(EVERY_EVENT);
  return {
    ...(fault !== null && { url: [fault] }),
    ...(isMixed && { events: [`must hold ${EVERY_EVENT} alone, or types of events`] }),
  };
}

/** A new webhook is sent what happens from now on. */
export function createWebhook(
  database: Database,
  key: Buffer,
  author: Author,
  input: WebhookCreate,
  { actor }: By,
): Promise<WebhookWithSecret> {
  const { organizationId } = author;
  return changeSettings(database, author, async (sql) => {
    await requireRoomIn(sql, organizationId, 'webhooks');
    const publicId = newPublicId('webhook');
    const secret = newSecret();
    const position = await findHead(sql, organizationId);
    const sealed = seal(key, publicId, secret);
    await insertWebhook(sql, organizationId, publicId, storedWebhook(input, defaults, actor), sealed, position);
    const row = found(await findWebhook(sql, organizationId, publicId));
    return {
      result: { ...presentWebhook(row), secret: secretText(secret) },
      entries: [creation('webhook', publicId, audited(row))],
    };
  });
}

export function changeWebhook(
  database: Database,
  author: Author,
  publicId: string,
  patch: WebhookPatch,
  { actor, requireSeen }: By & Pick<Changing, 'requireSeen'>,
): Promise<Webhook> {
  const { organizationId } = author;
  return changeSettings(database, author, async (sql) => {
    const before = found(await lockWebhook(sql, organizationId, publicId));
    requireSeen(presentWebhook(before));
    await updateWebhook(sql, organizationId, before.id, storedWebhook(patch, before, actor));
    const after = found(await findWebhook(sql, organizationId, publicId));
    return {
      result: presentWebhook(after),
      entries: [alteration('webhook', publicId, audited(before), audited(after))],
    };
  });
}

export function deleteWebhook(
  database: Database,
  author: Author,
  publicId: string,
  { requireSeen }: Pick<Changing, 'requireSeen'>,
): Promise<void> {
  return changeSettings(database, author, async (sql) => {
    const row = found(await lockWebhook(sql, author.organizationId, publicId));
    requireSeen(presentWebhook(row));
    await deleteWebhookRow(sql, author.organizationId, row.id);
    return { result: undefined, entries: [alteration('webhook', publicId, audited(row), {}, 'deleted')] };
  });
}

/** A new secret. Of several rotations within a day, the last but one secret signs beside the last. */
export function rotateSecret(
  database: Database,
  key: Buffer,
  author: Author,
  publicId: string,
): Promise<WebhookWithSecret> {
  return changeSettings(database, author, async (sql) => {
    const row = found(await lockWebhook(sql, author.organizationId, publicId));
    const secret = newSecret();
    const sealed = seal(key, publicId, secret);
    const { previous_until } = found(await updateSecret(sql, author.organizationId, row.id, sealed, OVERLAP_HOURS));
    const change = { previous_secret_until: previous_until.toISOString() };
    return {
      result: { ...presentWebhook(row), secret: secretText(secret) },
      entries: [alteration('webhook', publicId, {}, change, 'rotated')],
    };
  });
}

/** The service gives up on the receiver at this address. False: the webhook is not active any more, or has another one by now. */
export function disableWebhook(
  database: Database,
  organizationId: string,
  { public_id: publicId, url }: Pick<WebhookRow, 'public_id' | 'url'>,
  reason: string,
): Promise<boolean> {
  return changeSettings(database, systemAuthor(organizationId), async (sql) => {
    const before = await lockWebhook(sql, organizationId, publicId);
    if (before === undefined || !before.active || before.url !== url) return { result: false, entries: [] };
    const after = { ...before, active: false, disabled_reason: reason };
    await updateWebhook(sql, organizationId, before.id, after);
    return {
      result: true,
      entries: [alteration('webhook', publicId, audited(before), audited(after), 'disabled')],
    };
  });
}

/** Sends again what happened since a time: the webhook goes back in the feed, and new events follow in their order. */
export function replayWebhook(
  database: Database,
  author: Author,
  publicId: string,
  from: string,
  positionOf: (sql: Parameters<typeof findHead>[0]) => Promise<string>,
): Promise<Webhook> {
  return database.begin(async (sql) => {
    const row = found(await lockWebhook(sql, author.organizationId, publicId));
    requireActive(row);
    await updatePosition(sql, author.organizationId, row.id, await positionOf(sql));
    await append(sql, author, alteration('webhook', publicId, {}, { from }, 'replayed'));
    return presentWebhook(row);
  });
}

export function requireActive({ active }: Pick<WebhookRow, 'active'>): void {
  if (!active) throw conflict('The webhook is not active: set `active` to true first.');
}

const defaults: StoredWebhook = {
  url: '',
  sends_leads: false,
  events: [],
  active: true,
  description: null,
  failing_since: null,
  disabled_reason: null,
};

/** Whoever sets an address is sent there what it could read in the feed, and no more. */
function storedWebhook(sent: WebhookPatch, before: StoredWebhook, actor: By['actor']): StoredWebhook {
  const { url = before.url, events = before.events, active = before.active, description = before.description } = sent;
  const isRevived = active && !before.active;
  const isMoved = url !== before.url;
  return {
    url,
    sends_leads: isMoved ? actor.abilities.has('events:read') && seesWholeEvents(actor) : before.sends_leads,
    events: [...events],
    active,
    description,
    failing_since: isRevived || isMoved ? null : before.failing_since,
    disabled_reason: isRevived ? null : before.disabled_reason,
  };
}

const audited = ({ url, sends_leads, events, active, description, disabled_reason }: WebhookRow) => ({
  url,
  sends_leads,
  events,
  active,
  description,
  disabled_reason,
});
