import { EVERYTHING } from '../access/abilities.ts';
import { append } from '../audit/append.ts';
import { type Author, alteration, creation } from '../audit/audit.ts';
import { isNodeAway } from '../db/errors.ts';
import type { Database, Sql } from '../db/sql.ts';
import type { RequireSeen } from '../http/etag.ts';
import { insertDefaultPipeline } from '../pipeline/default-pipeline.ts';
import { type FieldErrors, found, invalid } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import { changeSettings } from '../settings/change.ts';
import { changeValueTypes } from '../settings/value-types.ts';
import { addMembership, memberDefaults } from './memberships/memberships.ts';
import {
  findOrganization,
  hasValuedLead,
  insertEventFeed,
  insertOrganization,
  listOrganizations,
  type OrganizationRow,
  updateOrganization,
} from './queries.ts';
import type { Organization, OrganizationPatch } from './schemas.ts';
import { canonicalTimeZone, isTimeZone } from './time-zones.ts';
import { addToken } from './tokens/tokens.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

export function presentOrganization({ id: _, created_at, ...wire }: OrganizationRow): Organization {
  return { ...wire, created_at: created_at.toISOString() };
}

type Chosen = Pick<OrganizationPatch, 'time_zone' | 'currency'> & {
  /** Of the admin, to sign in by. */
  email?: string;
};

const MOST_IDS = 20;

/** A new organization: the default pipeline, an admin, and the admin's token. `chosen` replaces defaults. */
export async function createOrganization(
  database: Database,
  organizationKey: Buffer,
  name: string,
  chosen: Chosen = {},
) {
  for (let tries = 1; ; tries++) {
    try {
      return await makeOrganization(database, organizationKey, name, chosen);
    } catch (error) {
      // The id decides on which node the organization is, and each attempt takes the next id.
      if (!isNodeAway(error) || tries === MOST_IDS) throw error;
    }
  }
}

function makeOrganization(database: Database, organizationKey: Buffer, name: string, { email, ...chosen }: Chosen) {
  return database.begin(async (sql) => {
    const replaced = await withCanonicalZone(sql, chosen);
    const row = { ...(await insertOrganization(sql, newPublicId('organization'), name)), ...replaced };
    if (Object.keys(replaced).length > 0) await updateOrganization(sql, row.id, row);
    await insertEventFeed(sql, row.id);
    const author = systemAuthor(row.id);
    const organization = presentOrganization(row);
    await append(sql, author, creation('organization', organization.public_id, organization));
    await insertDefaultPipeline(sql, row.id);
    const admin = {
      name: 'Administrator',
      role: 'admin',
      email: email ?? null,
      accepting_leads: false,
      team_id: null,
    } as const;
    const { row: membership, entry } = await addMembership(sql, row.id, { ...memberDefaults, ...admin });
    await append(sql, author, entry);
    const granted = { name: 'Administrator', abilities: [EVERYTHING], expiresAt: null } as const;
    const token = await addToken(sql, organizationKey, author, membership, granted);
    return { organizationId: row.id, organization, membership, token };
  });
}

export const listOrganizationIds = async (sql: Sql): Promise<string[]> =>
  (await listOrganizations(sql)).map((organization) => organization.id);

/** Changes made by the service itself or by the operator at the command line. */
export const systemAuthor = (organizationId: string): Author => ({
  organizationId,
  tokenId: null,
  membershipId: null,
  formId: null,
  requestId: null,
  address: null,
});

const CURRENCY_FIXED = 'The currency is fixed, because leads carry values in it.';

export async function changeOrganization(
  database: Database,
  author: Author,
  sent: OrganizationPatch,
  requireSeen: RequireSeen,
): Promise<Organization> {
  const patch = await withCanonicalZone(database, sent);
  return changeSettings(database, author, async (sql) => {
    const before = presentOrganization(found(await findOrganization(sql, author.organizationId)));
    requireSeen(before);
    const after = { ...before, ...patch };
    if (after.currency !== before.currency) {
      const { organizationId } = author;
      await changeValueTypes(sql, organizationId, () => hasValuedLead(sql, organizationId), CURRENCY_FIXED);
    }
    await updateOrganization(sql, author.organizationId, after);
    return { result: after, entries: [alteration('organization', after.public_id, before, after)] };
  });
}

const UNKNOWN_ZONE = 'must be an IANA time zone such as Asia/Kolkata';

async function withCanonicalZone(sql: Sql, patch: OrganizationPatch): Promise<OrganizationPatch> {
  if (patch.time_zone === undefined) return patch;
  const time_zone = await canonicalTimeZone(sql, patch.time_zone);
  if (time_zone === null) throw invalid({ time_zone: [UNKNOWN_ZONE] });
  return { ...patch, time_zone };
}

export function checkNames({ time_zone, currency }: OrganizationPatch): FieldErrors {
  const isUnknownZone = typeof time_zone === 'string' && !isTimeZone(time_zone);
  const isUnknownCurrency = typeof currency === 'string' && !currencies.has(currency);
  return {
    ...(isUnknownZone && { time_zone: [UNKNOWN_ZONE] }),
    ...(isUnknownCurrency && { currency: ['must be an ISO 4217 code such as INR'] }),
  };
}
