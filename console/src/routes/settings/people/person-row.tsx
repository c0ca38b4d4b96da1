import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { changePerson, type Person } from '../../../api/people.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordRow } from '../../../settings/record-list.tsx';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

interface PersonRowProps {
  person: Person;
  /** Undefined: not known, or not for the caller to see. */
  open: number | undefined;
}

export function PersonRow({ person, open }: PersonRowProps) {
  const texts = usePeopleTexts();
  const { roles } = useTexts();
  const format = useFormat();
  const { membership } = useMe();
  const mayWrite = useMay()('settings:write');
  const { name, role, team, active, accepting_leads, open_cap, email } = person;
  const isFull = open !== undefined && open_cap !== null && open >= open_cap;
  return (
    <RecordRow
      name={name}
      to={`/settings/people/${person.public_id}`}
      badges={
        <>
          {person.public_id === membership.public_id && <Badge tone="good">{texts.badges.you}</Badge>}
          <Badge tone={role === 'agent' ? 'plain' : 'info'}>{roles[role]}</Badge>
          {team && <Badge>{team.name}</Badge>}
          {!active && <Badge tone="danger">{texts.badges.inactive}</Badge>}
          {active && !accepting_leads && (
            <Badge tone="warn" icon={<Pause className="size-3 shrink-0" aria-hidden="true" />}>
              {texts.badges.paused}
            </Badge>
          )}
          {active && isFull && (
            <Badge tone="warn">{texts.badges.full(format.number(open), format.number(open_cap))}</Badge>
          )}
        </>
      }
      detail={
        <span className="flex flex-wrap gap-x-4">
          <span className="min-w-0 break-all">{email ?? texts.noEmail}</span>
          {open !== undefined && <span>{texts.openLeads(open, format.number(open))}</span>}
        </span>
      }
      actions={mayWrite && active && <PauseButton person={person} />}
    />
  );
}

/** One press, that can be taken back. */
function PauseButton({ person }: { person: Person }) {
  const texts = usePeopleTexts();
  const all = useTexts();
  const [busy, setBusy] = useState(false);
  const { public_id, name, accepting_leads } = person;
  async function set(accepts: boolean, isUndo = false) {
    setBusy(true);
    try {
      await changePerson(public_id, { accepting_leads: accepts }, null);
      toast({
        title: accepts ? texts.resumed(name) : texts.paused(name),
        ...(!isUndo && { action: { label: all.common.undo, onPress: () => void set(!accepts, true) } }),
      });
    } catch (error) {
      toast({ kind: 'problem', title: all.common.problem, description: sentenceOf(error, all) });
    } finally {
      setBusy(false);
    }
  }
  const Icon = accepting_leads ? Pause : Play;
  return (
    <Button
      busy={busy}
      icon={<Icon className="size-4" aria-hidden="true" />}
      aria-label={accepting_leads ? texts.pauseThis(name) : texts.resumeThis(name)}
      onClick={() => void set(!accepting_leads)}
    >
      <span className="max-sm:sr-only">{accepting_leads ? texts.pause : texts.resume}</span>
    </Button>
  );
}
