import { useSuspenseQuery } from '@tanstack/react-query';
import { type Filters, optionsQuery } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CUSTOM } from '../custom.ts';
import { customFieldOf, labelOf } from '../field-input.tsx';
import { daysOf, isInstant, rangeOf, splitValues } from './filters.ts';
import { useNameable } from './use-archived.ts';
import { useMemberNames, useTeams } from './use-members.ts';

/** A range of any two values in words. */
type WriteRange = (value: string, write: (end: string) => string) => string;

/** Times and ranges in words. */
export function usePeriodWords(): { period: (value: string) => string; range: WriteRange } {
  const format = useFormat();
  const { filters: own } = useTexts().leads;
  const range: WriteRange = (value, write) => {
    const { from, to } = rangeOf(value);
    if (from === to) return write(from);
    if (to === '') return own.since(write(from));
    return from === '' ? own.until(write(to)) : `${write(from)} – ${write(to)}`;
  };
  const period = (value: string): string => {
    const days = daysOf(value);
    if (days !== null) return own.lastDays(days);
    const keyword = own.times[value as keyof typeof own.times];
    return keyword ?? range(value, (end) => (isInstant(end) ? format.time(end) : format.day(end)));
  };
  return { period, range };
}

/** What filters are called, and what their values mean to a person. */
export function useFilterTexts(filters: Filters) {
  const texts = useTexts();
  const format = useFormat();
  const options = useSuspenseQuery(optionsQuery).data;
  const nameable = useNameable(filters, options);
  const teams = useTeams();
  const { period, range } = usePeriodWords();
  const { filters: own } = texts.leads;
  const memberName = useMemberNames(splitValues(filters.owner).filter((id) => id !== 'none'));

  const label = (name: string): string => {
    if (name === 'kind') return own.kind;
    const field = nameable.fields.find(({ key }) => name === CUSTOM + key);
    return field?.label ?? labelOf(name, options, texts);
  };

  const named = (all: readonly { public_id: string; name: string }[]) => (id: string) =>
    all.find(({ public_id }) => public_id === id)?.name ?? own.unknown;

  const several = (values: string[], nameOf: (id: string) => string): string => {
    const [first = '', ...others] = values;
    return others.length === 0 ? nameOf(first) : own.and(nameOf(first), others.length);
  };

  const amount = (end: string): string => (Number.isNaN(Number(end)) ? end : format.money(Number(end)));

  const value = (name: string, text: string): string => {
    switch (name) {
      case 'status':
        return several(splitValues(text), named(nameable.statuses));
      case 'source':
        return several(splitValues(text), named(nameable.sources));
      case 'team':
        return several(splitValues(text), named(teams));
      case 'owner':
        return several(splitValues(text), (id) => (id === 'none' ? own.nobody : (memberName(id) ?? own.somebody)));
      case 'kind':
        return own.kinds[text as keyof typeof own.kinds] ?? text;
      case 'score_band':
        return texts.bands[text as keyof typeof texts.bands] ?? text;
      case 'created_at':
      case 'updated_at':
      case 'last_activity_at':
        return period(text);
      case 'estimated_value':
        return range(text, amount);
      default:
        return customValue(name, text);
    }
  };

  const customValue = (name: string, text: string): string => {
    const custom = customFieldOf(options, name);
    if (custom?.type === 'boolean') return text === 'true' ? texts.common.yes : texts.common.no;
    if (custom?.type === 'date') return range(text, format.day);
    return custom?.options ? several(splitValues(text, custom.options), (one) => one) : text;
  };

  return { label, value, options, teams, memberName };
}

export type FilterTexts = ReturnType<typeof useFilterTexts>;
