import { useCallback, useEffect, useState } from 'react';
import { plainFields } from '../../../../../src/imports/header.ts';
import type { LeadOptions } from '../../../api/leads.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { guessedFields } from './guesses.ts';
import { keepChoices, keptChoices } from './kept-choices.ts';
import { IGNORE, type Mapping, proposedMapping, UNDECIDED } from './mapping.ts';

interface Chosen {
  mapping: Mapping;
  /** Fields that were guessed, and that nobody has looked at so far. */
  guesses: Mapping;
  source: string;
  onDuplicate: 'skip' | 'fill';
}

/** Every field that a column can go to. */
export const fieldNames = ({ custom_fields }: LeadOptions): string[] => [
  ...plainFields,
  ...custom_fields.map(({ key }) => CUSTOM + key),
];

/** What a person says of a file. It is known again for the next file with the same columns. */
export function useChoices(columns: readonly string[], options: LeadOptions) {
  const [chosen, setChosen] = useState(() => initial(columns, options));
  useEffect(() => {
    const { mapping, source, onDuplicate } = chosen;
    keepChoices(columns, { mapping: [...mapping], source, onDuplicate });
  }, [columns, chosen]);
  const setField = useCallback(
    (column: string, field: string) =>
      setChosen((now) => ({ ...now, mapping: new Map(now.mapping).set(column, field) })),
    [],
  );
  return {
    ...chosen,
    setField,
    leaveOutUndecided: () =>
      setChosen({
        ...chosen,
        mapping: new Map([...chosen.mapping].map(([column, field]) => [column, field === UNDECIDED ? IGNORE : field])),
      }),
    setSource: (source: string) => setChosen({ ...chosen, source }),
    setOnDuplicate: (onDuplicate: Chosen['onDuplicate']) => setChosen({ ...chosen, onDuplicate }),
  };
}

export type ImportChoices = ReturnType<typeof useChoices>;

/** Settings may have changed since: a field or source that is gone is forgotten. */
function initial(columns: readonly string[], options: LeadOptions): Chosen {
  const mapping = proposedMapping(columns, options.custom_fields);
  const kept = keptChoices(columns);
  if (kept === null) {
    const guesses = guessedFields(columns, mapping, options.custom_fields);
    return { mapping: new Map([...mapping, ...guesses]), guesses, source: '', onDuplicate: 'skip' };
  }
  const fields = new Set([...fieldNames(options), IGNORE]);
  for (const [column, field] of kept.mapping) if (mapping.has(column) && fields.has(field)) mapping.set(column, field);
  const isSource = options.sources.some(({ public_id }) => public_id === kept.source);
  return { mapping, guesses: new Map(), source: isSource ? kept.source : '', onDuplicate: kept.onDuplicate };
}
