import type { Person, Role } from '../../../api/people.ts';
import type { CreateOf, PatchOf } from '../../../api/settings.ts';
import { inOrder, type WorkingHours } from './working-hours.ts';

/** A person as the form's controls take it: numbers as they are typed. */
export type PersonFields = {
  name: string;
  email: string;
  role: Role;
  team: string;
  active: boolean;
  accepting_leads: boolean;
  weight: string;
  open_cap: string;
  daily_cap: string;
  working_hours: WorkingHours;
};

const typed = (cap: number | null | undefined): string => (typeof cap === 'number' ? String(cap) : '');

export const fieldsOf = (person: Person | null): PersonFields => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  role: person?.role ?? 'agent',
  team: person?.team?.public_id ?? '',
  active: person?.active ?? true,
  accepting_leads: person?.accepting_leads ?? true,
  weight: String(person?.weight ?? 1),
  open_cap: typed(person?.open_cap),
  daily_cap: typed(person?.daily_cap),
  working_hours: person?.working_hours ? inOrder(person.working_hours) : null,
});

const digits = /^\d{1,9}$/;
/** What is no number goes as it is: the service says at the field what it must be. */
const numberOf = (text: string): number | string => (digits.test(text.trim()) ? Number(text.trim()) : text);
const orNull = <Value>(text: string, read: (text: string) => Value): Value | null =>
  text.trim() === '' ? null : read(text);

/** What is sent of the fields that were changed. */
export function bodyOf(fields: Partial<PersonFields>): PatchOf<'memberships'> {
  const { email, team, weight, open_cap, daily_cap, ...same } = fields;
  const body = {
    ...same,
    ...(email !== undefined && { email: orNull(email, (text) => text) }),
    ...(team !== undefined && { team: orNull(team, (text) => text) }),
    ...(weight !== undefined && { weight: numberOf(weight) }),
    ...(open_cap !== undefined && { open_cap: orNull(open_cap, numberOf) }),
    ...(daily_cap !== undefined && { daily_cap: orNull(daily_cap, numberOf) }),
  };
  return body as PatchOf<'memberships'>;
}

export const newBodyOf = (fields: PersonFields) => bodyOf(fields) as CreateOf<'memberships'>;
