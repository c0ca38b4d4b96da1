import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../api/audit.ts';
import { useAuditTexts } from '../../../texts/audit.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { isNamed, useName } from './names.ts';

type Type = AuditEntry['subject']['type'];

/** Where a record is shown; `one`: it has a page of its own. */
const places: Readonly<Partial<Record<Type, { to: string; one: boolean }>>> = {
  lead: { to: '/leads', one: true },
  form: { to: '/settings/forms', one: true },
  webhook: { to: '/settings/webhooks', one: true },
  membership: { to: '/settings/people', one: true },
  status: { to: '/settings/pipeline', one: true },
  custom_field: { to: '/settings/fields', one: true },
  distribution_rule: { to: '/settings/distribution', one: true },
  import: { to: '/import', one: true },
  source: { to: '/settings/sources', one: false },
  team: { to: '/settings/teams', one: false },
  token: { to: '/settings/tokens', one: false },
  scoring: { to: '/settings/scoring', one: false },
  organization: { to: '/settings/organization', one: false },
};

const linkClass = 'min-w-0 break-words text-accent hover:underline';

/** What something was done to: its kind and name, with the way to it while it is there. */
export function Subject({ entry }: { entry: AuditEntry }) {
  const { subject } = entry;
  const name = useSubjectName(entry);
  const place = places[subject.type];
  const { kinds, unknown } = useAuditTexts();
  const isGone = isNamed(subject.public_id) ? name === null : entry.action === 'lead.erased';
  const kind = kinds[subject.type] ?? subject.type;
  const text = name ?? (isGone ? `${kind} (${unknown})` : kind);
  if (place === undefined || isGone) return <span className="min-w-0 break-words">{text}</span>;
  return (
    <Link to={place.one ? `${place.to}/${subject.public_id}` : place.to} className={linkClass}>
      {text}
    </Link>
  );
}

/** As the record is called now, or was when it was changed; null: it has no name, or is not there any more. */
export function useSubjectName({ subject, changes, action }: AuditEntry): string | null {
  const { common } = useTexts();
  const known = useName(subject.public_id);
  if (subject.type === 'lead') return subject.name ?? (action === 'lead.erased' ? null : common.unnamed);
  if (known) return known;
  const change = changes.find(({ field }) => field === 'name');
  const named = change?.to ?? change?.from;
  return isNamed(subject.public_id) || typeof named !== 'string' ? null : named;
}
