import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { ownersQuery } from '../../../api/leads.ts';
import { personNameQuery } from '../../../api/people.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { useRemovalFocus } from '../../../settings/use-removal-focus.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import type { PoolDraft } from './rule-draft.ts';

interface PoolEditorProps {
  pool: PoolDraft;
  onChange: (pool: PoolDraft) => void;
  /** Names of members, as far as they are known. */
  nameOf: (id: string) => string;
  onNamed: (id: string, name: string) => void;
  errorsOf: (field: string) => readonly string[];
  disabled: boolean;
}

/** Who can get the lead: a team, or people by name. What was chosen of the other kind is kept while one tries both. */
export function PoolEditor({ pool, onChange, nameOf, onNamed, errorsOf, disabled }: PoolEditorProps) {
  const texts = useDistributionTexts();
  const { data: teams } = useSuspenseQuery(recordsQuery('teams'));
  return (
    <>
      <RadioList
        label={texts.poolTitle}
        hideLabel
        twoColumns
        value={pool.by}
        onChange={(by) => onChange({ ...pool, by })}
        options={[
          { value: 'team', label: texts.byTeam, hint: texts.byTeamHint },
          { value: 'members', label: texts.byMembers, hint: texts.byMembersHint },
        ]}
        errors={errorsOf('pool')}
      />
      {pool.by === 'team' ? (
        <SelectField
          label={texts.team}
          required
          options={[
            { value: '', label: texts.chooseTeam },
            ...teams.map(({ public_id, name }) => ({ value: public_id, label: name })),
          ]}
          value={pool.team}
          errors={errorsOf('pool.team')}
          onChange={(event) => onChange({ ...pool, team: event.target.value })}
        />
      ) : (
        <Members
          members={pool.members}
          onChange={(members) => onChange({ ...pool, members })}
          nameOf={nameOf}
          onNamed={onNamed}
          errors={errorsOf('pool.memberships')}
          disabled={disabled}
        />
      )}
    </>
  );
}

interface MembersProps extends Pick<PoolEditorProps, 'nameOf' | 'onNamed' | 'disabled'> {
  members: readonly string[];
  onChange: (members: readonly string[]) => void;
  errors: readonly string[];
}

/** So many are shown at first, and more at a press: each name may take a request. */
const SHOWN = 50;

function Members({ members, onChange, nameOf: knownName, onNamed, errors, disabled }: MembersProps) {
  const texts = useDistributionTexts();
  const { box, onRemoved } = useRemovalFocus<HTMLDivElement>();
  const format = useFormat();
  const [most, setMost] = useState(SHOWN);
  const shown = members.slice(0, most);
  const hidden = members.slice(most);
  const read = useQueries({ queries: shown.map((id) => personNameQuery(id)) });
  const names = new Map(shown.map((id, index) => [id, read[index]?.data]));
  const nameOf = (id: string) => names.get(id) ?? knownName(id);
  return (
    <div ref={box} className="flex flex-col gap-2">
      <p className="text-sm font-medium">{texts.members}</p>
      {members.length === 0 && <p className="text-ink-soft">{texts.noMembers}</p>}
      <SortableList
        label={texts.members}
        items={shown}
        idOf={(id) => id}
        nameOf={nameOf}
        onMove={(moved) => onChange([...moved, ...hidden])}
        disabled={disabled}
      >
        {(id, index) => (
          <div className="flex items-center gap-2">
            <span className="text-ink-soft tabular-nums">{index + 1}.</span>
            <span className="min-w-0 grow break-words">{nameOf(id)}</span>
            {!disabled && (
              <IconButton
                label={texts.removeMember(nameOf(id))}
                icon={<X className="size-4" aria-hidden="true" />}
                data-remove
                onClick={() => {
                  onChange(members.filter((one) => one !== id));
                  onRemoved(index);
                }}
              />
            )}
          </div>
        )}
      </SortableList>
      {hidden.length > 0 && (
        <Button look="quiet" className="self-start" onClick={() => setMost(most + SHOWN)}>
          {texts.moreMembers(format.number(hidden.length))}
        </Button>
      )}
      {!disabled && (
        <AddMember
          members={members}
          onAdd={(id, name) => {
            onNamed(id, name);
            // Behind those that are shown, so that one sees it.
            onChange([...shown, id, ...hidden]);
            if (hidden.length > 0) setMost(most + 1);
          }}
        />
      )}
      {errors.length > 0 && (
        <p role="alert" className="text-xs text-danger first-letter:uppercase">
          {errors.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Found by typing: there may be thousands. */
function AddMember({ members, onAdd }: { members: readonly string[]; onAdd: (id: string, name: string) => void }) {
  const texts = useDistributionTexts();
  const { common, roles } = useTexts();
  const id = useId();
  const [search, setSearch] = useState('');
  const typed = useDeferredValue(search);
  const { data: owners = [] } = useQuery(ownersQuery(typed));
  const choices = owners
    .filter(({ public_id }) => !members.includes(public_id))
    .map(({ public_id, name, role, team }) => ({
      value: public_id,
      label: name,
      note: [roles[role], team?.name].filter(Boolean).join(' · '),
    }));
  return (
    <div data-add className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.addMember}
      </label>
      <Combobox
        id={id}
        label={texts.addMember}
        choices={choices}
        value={null}
        onChange={(choice) => {
          if (choice === null) return;
          onAdd(choice.value, choice.label);
          setSearch('');
        }}
        onSearch={setSearch}
        placeholder={common.searchPeople}
      />
    </div>
  );
}
