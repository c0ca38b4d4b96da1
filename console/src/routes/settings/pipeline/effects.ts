import type { pipeline as english } from '../../../texts/en/pipeline.ts';
import type { Stage } from './stages.ts';

export type StageFields = Pick<
  Stage,
  'name' | 'kind' | 'initial' | 'allowed_next' | 'note_required' | 'required_fields'
>;

interface Known {
  /** Null: it is being made, and no lead is in it. */
  before: Stage | null;
  after: StageFields;
  stages: readonly Stage[];
  /** Leads that are in it. */
  leads: number | undefined;
  number: (count: number) => string;
  leadsText: (count: number) => string;
  /** Leads in it that lack a field, where that is known. */
  lacking: ReadonlyMap<string, number>;
  labelOf: (field: string) => string;
  and: (names: readonly string[]) => string;
}

type Texts = (typeof english)['effects'];

/** What a change means for leads, in sentences, before it is saved. */
export function effectsOf(known: Known, texts: Texts): string[] {
  return [
    ...kindEffects(known, texts),
    ...initialEffects(known, texts),
    ...nextEffects(known, texts),
    ...needEffects(known, texts),
  ];
}

/** Lists, queues, caps and reports look up the kind of a lead's stage when they are read; nothing is written to leads. */
function kindEffects({ before, after, leads, number }: Known, texts: Texts): string[] {
  if (before === null || before.kind === after.kind) return [];
  const { kind } = after;
  const isLess = before.kind === 'open';
  const ofLeads = [
    texts.kind[kind](leads === undefined ? '?' : number(leads)),
    ...(isLess || kind === 'open' ? [isLess ? texts.capLess : texts.capMore] : []),
    ...(kind === 'lost' ? [texts.retention] : []),
  ];
  return [...(leads === 0 ? [] : ofLeads), texts.past, texts.funnel[kind]];
}

function initialEffects({ before, after, stages }: Known, texts: Texts): string[] {
  const from = stages.find(({ initial }) => initial);
  const isNew = after.initial && before?.initial !== true && from !== undefined;
  return isNew ? [texts.initial(from.name)] : [];
}

/** Moves from here that go away, and those that become possible. A new stage has no moves to lose. */
function nextEffects({ before, after, stages, leads, number, and }: Known, texts: Texts): string[] {
  if (before === null) return [];
  const others = stages.filter(({ public_id, archived }) => !archived && public_id !== before.public_id);
  const isTarget = (next: Stage['allowed_next'], { public_id }: Stage) => next === null || next.includes(public_id);
  const namesOf = (from: Stage['allowed_next'], to: Stage['allowed_next']) =>
    others.filter((one) => isTarget(from, one) && !isTarget(to, one)).map(({ name }) => name);
  const gone = namesOf(before.allowed_next, after.allowed_next);
  const added = namesOf(after.allowed_next, before.allowed_next);
  const isEnd = gone.length > 0 && !others.some((one) => isTarget(after.allowed_next, one));
  return [
    ...(gone.length > 0 ? [texts.nextGone(and(gone))] : []),
    ...(added.length > 0 ? [texts.nextNew(and(added))] : []),
    ...(isEnd && leads !== undefined && leads > 0 ? [texts.nextNone(number(leads))] : []),
  ];
}

/** Fields that it did not ask for before. */
export const addedFields = (before: Stage | null, after: StageFields): string[] =>
  after.required_fields.filter((field) => before !== null && !before.required_fields.includes(field));

function needEffects({ before, after, lacking, leadsText, labelOf, and }: Known, texts: Texts): string[] {
  if (before === null) return [];
  const added = addedFields(before, after);
  const without = added.flatMap((field) => {
    const count = lacking.get(field) ?? 0;
    return count > 0 ? [texts.lacking(leadsText(count), labelOf(field))] : [];
  });
  return [
    ...(after.note_required && !before.note_required ? [texts.note] : []),
    ...(added.length > 0 ? [texts.fields(and(added.map(labelOf))), ...without, texts.stay] : []),
  ];
}
