import { Link } from '@tanstack/react-router';
import type { RecordOf } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordRow } from '../../../settings/record-list.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { Button } from '../../../ui/button.tsx';

interface TeamRowProps {
  team: RecordOf<'teams'>;
  /** Undefined: not known, or not for the caller to see. */
  members: number | undefined;
  open: number | undefined;
  onRename: (() => void) | undefined;
}

const linkClass = 'tap inline-flex items-center text-accent hover:underline';

export function TeamRow({ team: { public_id, name }, members, open, onRename }: TeamRowProps) {
  const texts = usePeopleTexts();
  const format = useFormat();
  const people = members === undefined ? '' : texts.teams.members(members, format.number(members));
  const leads = open === undefined ? '' : texts.openLeads(open, format.number(open));
  return (
    <RecordRow
      name={name}
      detail={
        <span className="flex flex-wrap gap-x-4">
          {people !== '' && (
            <Link
              to="/settings/people"
              search={{ team: public_id, active: 'true' }}
              aria-label={texts.teams.membersOf(people, name)}
              className={linkClass}
            >
              {people}
            </Link>
          )}
          {leads !== '' && (
            <Link
              to="/leads"
              search={{ team: public_id, kind: 'open' }}
              aria-label={texts.teams.leadsOf(leads, name)}
              className={linkClass}
            >
              {leads}
            </Link>
          )}
        </span>
      }
      actions={
        onRename && (
          <Button aria-label={texts.teams.renameThis(name)} onClick={onRename}>
            {texts.teams.rename}
          </Button>
        )
      }
    />
  );
}
