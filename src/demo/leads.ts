import type { Actor } from '../access/actor.ts';
import type { Author } from '../audit/audit.ts';
import { createLead, type Intake } from '../leads/create.ts';
import { moveLead } from '../leads/move.ts';
import { findLead } from '../leads/queries.ts';
import { changeLead } from '../leads/write.ts';
import type { Services } from '../services.ts';
import { loadSettings } from '../settings/snapshot.ts';

const LEADS = 240;
const AT_ONCE = 8;
const given = [
  'Aarav',
  'Ananya',
  'Arjun',
  'Diya',
  'Farhan',
  'Gauri',
  'Harsh',
  'Ishita',
  'Kabir',
  'Lakshmi',
  'Manish',
  'Neha',
  'Omkar',
  'Priya',
  'Rahul',
  'Sana',
  'Tanvi',
  'Uday',
  'Varun',
  'Zoya',
];
const family = [
  'Bhat',
  'Chopra',
  'Desai',
  'Fernandes',
  'Gupta',
  'Iyer',
  'Joshi',
  'Khan',
  'Menon',
  'Patil',
  'Reddy',
  'Shah',
  'Singh',
  'Verma',
];
const interests = ['1 BHK', '2 BHK', '3 BHK', 'Villa', 'Plot'];

/** A few hundred leads, the same on every machine, some of them further down the pipeline. */
export async function sampleLeads(services: Services, actor: Actor, author: Author): Promise<void> {
  const { database, turns, handOut } = services;
  const settings = await loadSettings(database, actor.organizationId);
  if (settings === null) return;
  for (let first = 0; first < LEADS; first += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, LEADS - first) }, (_, n) => first + n);
    await Promise.all(batch.map((n) => sampleLead(n, actor, { database, actor, author, settings, turns, handOut })));
  }
}

async function sampleLead(n: number, actor: Actor, intake: Intake): Promise<void> {
  const { settings } = intake;
  const pick = <T>(list: readonly T[], salt: number): T => list[(n * salt + (n >> 3)) % list.length] as T;
  const [first, last] = [pick(given, 7), pick(family, 5)];
  const { lead } = await createLead(intake, {
    first_name: first,
    last_name: last,
    phone: `+919${String(800_000_000 + n * 7_919).slice(0, 9)}`,
    ...(n % 3 !== 0 && { email: `${first}.${last}.${n}@example.in`.toLowerCase() }),
    source: pick([...settings.sources.byPublicId.keys()], 3),
    ...(n % 4 !== 0 && { estimated_value: 1_000_000 + ((n * 37) % 120) * 100_000 }),
    ...(n % 5 !== 0 && { custom_fields: { product_interest: pick(interests, 11) } }),
  });
  const stages = [...settings.statuses.byId.values()];
  for (let stage = 1; stage < n % 7 && stage < stages.length; stage++) {
    const status = stages[stage]?.public_id ?? '';
    await changeLead(
      intake,
      (sql, lock) => findLead(sql, actor, lead.public_id, lock),
      (before, now) => moveLead(settings, { status }, before, now),
    );
  }
}
