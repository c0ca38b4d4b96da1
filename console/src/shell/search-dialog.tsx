import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { leadline } from '../api/client.ts';
import type { Lead } from '../api/leads.ts';
import { sentenceOf } from '../api/problems.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { ScoreBadge, StatusBadge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { noteRecent, recentLeads } from './recent-leads.ts';
import { useSettled } from './use-settled.ts';

const SHOWN = 10;
/** Typing goes on meanwhile; each question costs the service something. */
const PAUSE_MS = 200;

interface Row {
  id: string;
  name: string;
  lead: Lead | null;
}

/** Finds one lead by name, phone or email; before anything is typed, those seen lately. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { search } = texts;
  const format = useFormat();
  const navigate = useNavigate();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const typed = useSettled(text.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: ['leads', 'search', typed],
    queryFn: ({ signal }) => leadline.leads.list({ filter: { search: typed }, size: SHOWN }, { signal }).page(),
    enabled: typed !== '',
    placeholderData: (before) => (typed === '' ? undefined : before),
  });
  const rows: Row[] =
    typed === ''
      ? recentLeads().map(({ id, name }) => ({ id, name, lead: null }))
      : (found.data?.data ?? []).map((lead) => ({ id: lead.public_id, name: format.name(lead.contact), lead }));
  const heading = typed === '' ? search.recent : search.results;
  // What is listed may still be the answer to an older text.
  const isCurrent = text.trim() === typed && !found.isPlaceholderData;
  const open = ({ id, name }: Row) => {
    noteRecent({ id, name });
    onClose();
    void navigate({ to: '/leads/$leadId', params: { leadId: id } });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + by + rows.length) % Math.max(1, rows.length));
    }
    const row = rows[active];
    // While a word is composed, as in Devanagari, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (isCurrent && row !== undefined) open(row);
  };
  return (
    <Dialog open onClose={onClose} title={search.open} initialFocus={input}>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-activedescendant={rows[active] === undefined ? undefined : `${list}-${active}`}
        aria-label={search.hint}
        placeholder={search.hint}
        autoComplete="off"
        maxLength={100}
        className="field-box"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {rows.length > 0 && <p className="pt-3 pb-1 text-xs font-medium text-ink-soft">{heading}</p>}
      <div id={list} role="listbox" aria-label={heading}>
        {rows.map((row, index) => (
          // The input keeps the focus and hears the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={row.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(row)}
            onPointerMove={() => setActive(index)}
            className={classNames(
              'tap flex cursor-pointer items-center gap-2 rounded-sm px-2 py-2',
              index === active && 'bg-hover',
            )}
          >
            <Found row={row} />
          </div>
        ))}
      </div>
      <p role="status" className={classNames('px-2 text-ink-soft', rows.length === 0 && 'min-h-24 py-4')}>
        {messageOf()}
      </p>
      {typed !== '' && rows.length > 0 && (
        <Link to="/leads" search={{ search: typed }} onClick={onClose} className={buttonClass('quiet', 'mt-1')}>
          {search.all}
        </Link>
      )}
    </Dialog>
  );

  function messageOf(): string {
    if (found.error !== null) return sentenceOf(found.error, texts);
    if (typed === '') return rows.length === 0 ? search.start : '';
    if (found.data === undefined) return texts.common.loading;
    if (rows.length === 0) return `${search.none(typed)} ${search.noneHint}`;
    if (!isCurrent) return '';
    return found.data.next === null ? search.found(rows.length) : search.foundMore(rows.length);
  }
}

function Found({ row: { name, lead } }: { row: Row }) {
  const format = useFormat();
  if (lead === null) return <span className="truncate">{name}</span>;
  const { phone, email } = lead.contact;
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-soft">
          {[phone && format.phone(phone), email, lead.owner?.name].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StatusBadge status={lead.status} />
      <ScoreBadge score={lead.score} band={lead.score_band} />
    </>
  );
}
