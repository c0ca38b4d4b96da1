// A lead of the fixture and its history, computed from its number. Only the reference time of its timestamps differs between
// runs. Values that the service computes come from the service's own functions.
import { factsOf } from '../dist/leads/row.js';
import { scoreLead } from '../dist/scoring/score.js';
import { withActivities } from '../dist/scoring/signals.js';
import { domainOf, nameOf } from './fixture-names.mjs';
import { CITIES, MANAGERS, MEMBERS, PRODUCTS, publicId, TEAMS } from './fixture-organization.mjs';

const DAY = 86_400_000;
/** The longest time from the creation of a lead to its last event. */
export const LONGEST_LIFE = 120 * DAY;
export const AGENTS_OF_TEAM = (MEMBERS - MANAGERS) / TEAMS;

const SHARES = {
  // Later statuses are rarer: a page filtered by a rare status is the hard case.
  statuses: [34, 22, 15, 10, 8, 6, 4.5, 0.5],
  sources: [25, 20, 15, 10, 8, 6, 5, 4, 3, 2, 1.5, 0.5],
};
const POSTED = ['call', 'call', 'call', 'whatsapp', 'whatsapp', 'email', 'meeting', 'visit', 'reenquiry'];

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from 1 to the number of shares (in percent), chosen by a number between 0 and 1. */
function pick(shares, uniform) {
  let sum = 0;
  for (const [n, share] of shares.entries()) {
    sum += share / 100;
    if (uniform < sum) return n + 1;
  }
  return shares.length;
}

const one = (list, uniform) => list[Math.floor(uniform * list.length)];

/**
 * Phones and emails are scattered: a new one falls anywhere in its index, as in production. They are unique within an
 * organization. Phones that start with 6 are reserved for creates during the benchmark.
 */
function contactOf(number, random) {
  const { first_name, last_name, isLatin } = nameOf(random);
  const phone = `+91${7_000_000_000 + ((number * 618_033_989) % 3_000_000_000)}`;
  const email = `${isLatin ? `${first_name}.${last_name}` : 'lead'}${number}@${domainOf(random)}`;
  const reach = random();
  return { first_name, last_name, phone: reach < 0.04 ? null : phone, email: reach > 0.7 ? null : email };
}

/** One lead in four has no value, one in seven has a value of ten lakh or more. */
function worthOf(uniform) {
  if (uniform < 0.25) return null;
  return uniform < 0.85 ? 10_000 * Math.ceil(100 * uniform) : 100_000 * Math.floor(20 * uniform);
}

/** From the first status to the current one; six in ten of the statuses in between are not skipped. */
function pathTo(status, random) {
  const between = Array.from({ length: Math.max(0, status - 2) }, (_, n) => n + 2).filter(() => random() < 0.6);
  return status === 1 ? [1] : [1, ...between, status];
}

/**
 * One lead in so many is assigned to the same manager by hand: a member with few leads is the hard case of a list by
 * owner.
 */
const GIVEN_BY_HAND = 4_000;

/** The events after the creation, in order: every move of the path, with calls, notes and other activities in between. */
function eventsOf(number, path, createdAt, now, random) {
  const events = path.slice(1).map((to, n) => ({ type: 'move', from: path[n], to }));
  const put = (event) => events.splice(Math.floor(random() * (events.length + 1)), 0, event);
  const posted = random();
  for (let left = posted < 0.08 ? 2 : posted < 0.33 ? 1 : 0; left > 0; left--) {
    put({ type: 'activity', kind: one(POSTED, random()) });
  }
  if (random() < 0.2) put({ type: 'note' });
  if (number % GIVEN_BY_HAND === 0) put({ type: 'given' });
  const span = Math.min(now - createdAt, LONGEST_LIFE * random() ** 2);
  const times = events.map(() => createdAt + Math.floor(span * random())).sort((a, b) => a - b);
  return events.map((event, n) => ({ ...event, at: times[n] }));
}

/** The lead as the service would store it now, times in milliseconds, with its events. */
export function makeHistory({ base, settings }, { id, number, createdAt, now }) {
  const random = randomFrom(number + base * 1_000_003);
  const team = (number - 1) % TEAMS;
  const turn = Math.floor((number - 1) / TEAMS) % AGENTS_OF_TEAM;
  const path = pathTo(pick(SHARES.statuses, random()), random);
  const events = eventsOf(number, path, createdAt, now, random);
  const lead = {
    id: String(id),
    public_id: publicId('lead', id),
    ...contactOf(number, random),
    source_id: random() < 0.03 ? null : String(base + pick(SHARES.sources, random())),
    status_id: String(base + path.at(-1)),
    status_since: createdAt,
    owner_id: String(base + agentOf(team, turn)),
    team_id: String(base + team + 1),
    estimated_value: worthOf(random()),
    custom_fields: { city: CITIES[team], product: one(PRODUCTS, random()) },
    signals: null,
    last_activity_at: createdAt,
    last_reenquiry_at: null,
    created_at: createdAt,
    updated_at: createdAt,
    version: 1 + events.length,
  };
  const firstOwner = lead.owner_id;
  for (const event of events) happen(settings, lead, event);
  if (events.some(({ type }) => type === 'given')) lead.owner_id = String(base + managerOf(team));
  Object.assign(lead, scoreOf(settings, lead, now));
  return { lead, firstOwner, path, events, team, turn };
}

function happen({ scoring }, lead, { type, kind, at }) {
  lead.updated_at = at;
  if (type === 'note') return;
  lead.last_activity_at = at;
  if (type === 'move') lead.status_since = at;
  if (kind === 'reenquiry') lead.last_reenquiry_at = at;
  const when = new Date(at);
  if (type === 'activity') lead.signals = withActivities(scoring, lead.signals, [{ kind, at: when }], when);
}

const known = new Map();

/** Leads without signals and with the same fields have the same score, so it is computed once. */
function scoreOf(settings, lead, now) {
  const score = () => scoreLead(settings.scoring, factsOf(settings, lead), lead.signals, new Date(now));
  if (lead.signals !== null) return score();
  const { phone, email, source_id, estimated_value } = lead;
  const key = `${phone === null} ${email === null} ${source_id === null} ${estimated_value}`;
  if (!known.has(key)) known.set(key, score());
  return known.get(key);
}

/** The nine agents of a team get leads round robin, by internal id, from the organization's base. */
export const agentOf = (team, turn) => MANAGERS + TEAMS * turn + managerOf(team);

const managerOf = (team) => (team === 0 ? TEAMS : team);
