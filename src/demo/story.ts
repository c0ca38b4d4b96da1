import { Random } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** `last_90_days` begins with a midnight: just after one it is hardly longer than 89 days. */
const DAYS = 89;

export interface Event {
  at: number;
  kind: 'call' | 'visit' | 'whatsapp' | 'note' | 'move' | 'reenquiry';
  /** What was said, or why. */
  text: string;
  /** Name of the status, of a move. */
  to?: string;
}

export interface Story {
  createdAt: number;
  first: string;
  last: string;
  phone: string;
  email: string | null;
  source: string;
  interest: string;
  value: number | null;
  /** In order of time, all of them before `now`. */
  events: Event[];
}

export const SOURCES = ['Website', 'Referral', 'Walk-in', 'Property fair'] as const;
/** How likely a lead of each source is to go on, against the others. */
const promise: Record<string, number> = { Website: 0.97, Referral: 1.1, 'Walk-in': 1.03, 'Property fair': 0.88 };

/** With prices in lakh, from and to. */
const interests = {
  '1 BHK': [45, 70],
  '2 BHK': [70, 120],
  '3 BHK': [120, 220],
  Villa: [250, 500],
  Plot: [30, 90],
} as const;
export const INTERESTS = Object.keys(interests) as (keyof typeof interests)[];
const LAKH = 100_000;

const given =
  'Aarav Ananya Arjun Diya Farhan Gauri Harsh Ishita Kabir Lakshmi Manish Neha Omkar Priya Rahul Sana Tanvi Uday Varun Zoya'.split(
    ' ',
  );
const family = 'Bhat Chopra Desai Fernandes Gupta Iyer Joshi Khan Menon Patil Reddy Shah Singh Verma'.split(' ');

/** The way through the pipeline: how long a lead waits in a stage, and the share that goes on from it. */
const stages = [
  { name: 'New', days: 0.2, goOn: 0.88 },
  { name: 'Contacted', days: 1.5, goOn: 0.74 },
  { name: 'Qualified', days: 3, goOn: 0.78 },
  { name: 'Proposal', days: 4, goOn: 0.72 },
  { name: 'Negotiation', days: 2.5, goOn: 0.8 },
  { name: 'Won', days: 0, goOn: 0 },
] as const;
const STALLED = 0.08;
const REENQUIRY = 0.1;

const reasons: Record<string, readonly string[]> = {
  New: ['Wrong number', 'Did not answer five calls'],
  Contacted: ['Only looking around', 'Budget too low', 'Wants another part of the city'],
  Qualified: ['Bought elsewhere', 'Put off until next year'],
  Proposal: ['Price too high', 'Bought elsewhere'],
  Negotiation: ['Loan was refused', 'No agreement on the price'],
};
const calls = [
  'Explained the floor plans',
  'Asked to call back in the evening',
  'Wants to see the site with family',
  'Sent the price list',
];
const notes = [
  'Prefers to be called after six',
  'Needs parking for two cars',
  'Parents decide, too',
  'Wants possession before Diwali',
  'Has a pre-approved loan',
];

/** Leads of the last 90 days, the same on every machine but for the moment that they lead up to. Oldest first. */
export function tellStories(leads: number, now: number): Story[] {
  const random = new Random(2026);
  return Array.from({ length: leads }, (_, n) => {
    const share = (n + random.next()) / leads;
    return tellStory(random, n, now - HOUR / 4 - DAYS * DAY * 0.995 * (1 - share), now - HOUR / 6);
  }).sort((one, other) => one.createdAt - other.createdAt);
}

function tellStory(random: Random, n: number, createdAt: number, now: number): Story {
  const [first, last] = [random.pick(given), random.pick(family)];
  const source = random.pick(SOURCES);
  const interest = random.pick(INTERESTS);
  const [from, to] = interests[interest];
  const lakhs = from + Math.round((to - from) * random.next() * 2) / 2;
  return {
    createdAt,
    first,
    last,
    phone: `+919${800_000_000 + n * 7_919}`,
    email: random.chance(0.7) ? `${first}.${last}.${n}@example.in`.toLowerCase() : null,
    source,
    interest,
    value: random.chance(0.9) ? lakhs * LAKH : null,
    events: eventsOf(random, source, createdAt).filter(({ at }) => at <= now),
  };
}

function eventsOf(random: Random, source: string, createdAt: number): Event[] {
  const events: Event[] = [];
  let at = createdAt;
  for (const [n, { name, days, goOn }] of stages.entries()) {
    const next = stages[n + 1];
    if (next === undefined || random.chance(STALLED)) break;
    const wait = random.around(days) * DAY;
    if (n > 0) events.push({ at: at + wait * 0.4, kind: n === 2 ? 'visit' : 'call', text: random.pick(calls) });
    if (random.chance(0.15)) events.push({ at: at + wait * 0.6, kind: 'note', text: random.pick(notes) });
    at += wait;
    if (n === 0) events.push({ at: at - wait * 0.05, kind: 'call', text: random.pick(calls) });
    if (random.chance(goOn * (promise[source] ?? 1))) {
      events.push({ at, kind: 'move', text: '', to: next.name });
    } else {
      events.push({ at, kind: 'move', text: random.pick(reasons[name] ?? []), to: 'Lost' });
      break;
    }
  }
  if (random.chance(REENQUIRY)) {
    events.push({ at: createdAt + random.around(6) * DAY, kind: 'reenquiry', text: random.pick(SOURCES) });
  }
  return events.sort((one, other) => one.at - other.at);
}
