import { useEffect, useMemo, useRef, useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { dayIn } from '../../../format/zoned.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Entry, type View, views } from './entries.ts';
import { EntryItem } from './entry-item.tsx';
import { useTimeline } from './use-timeline.ts';

/** Everything that happened to the lead as one stream, newest first. */
export function Timeline({ id }: { id: string }) {
  const texts = useTexts();
  const { timeline } = texts.lead;
  const mayAudit = useMay()('audit:read');
  const [view, setView] = useState<View>('all');
  const { entries, isLoading, isFetchingMore, error, hasMore, loadMore, retry } = useTimeline(id, view);
  return (
    <section aria-labelledby="timeline" className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <h2 id="timeline" className="text-base font-semibold">
          {timeline.title}
        </h2>
        <ViewChoice view={view} onChange={setView} shown={views.filter((one) => one !== 'audit' || mayAudit)} />
      </div>
      {isLoading ? (
        <Waiting />
      ) : (
        <>
          <Days entries={entries} />
          {entries.length === 0 && !hasMore && error === null && (
            <p className="py-6 text-center text-ink-soft">{timeline.empty[view]}</p>
          )}
        </>
      )}
      {error !== null ? (
        <Notice kind="problem">
          <p>{`${timeline.loadFailed} ${sentenceOf(error, texts)}`}</p>
          <Button className="mt-2" onClick={retry}>
            {texts.common.retry}
          </Button>
        </Notice>
      ) : (
        hasMore && <Older busy={isFetchingMore} onReached={loadMore} />
      )}
    </section>
  );
}

interface ViewChoiceProps {
  view: View;
  shown: readonly View[];
  onChange: (view: View) => void;
}

function ViewChoice({ view, shown, onChange }: ViewChoiceProps) {
  const { timeline } = useTexts().lead;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed or not are no form
    <div role="group" aria-label={timeline.show} className="flex flex-wrap gap-1">
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => onChange(one)}
          className="tap rounded-full border border-line px-2.5 py-1 text-xs hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
        >
          {timeline[one]}
        </button>
      ))}
    </div>
  );
}

function Days({ entries }: { entries: readonly Entry[] }) {
  const { organization } = useMe();
  const days = useMemo(() => {
    const found: { day: string; entries: Entry[] }[] = [];
    for (const entry of entries) {
      const day = dayIn(entry.at, organization.time_zone);
      const last = found.at(-1);
      if (last?.day === day) last.entries.push(entry);
      else found.push({ day, entries: [entry] });
    }
    return found;
  }, [entries, organization.time_zone]);
  return days.map(({ day, entries }) => (
    <div key={day}>
      <h3 className="border-b border-line pt-3 pb-1 text-xs font-semibold text-ink-soft">
        <DayName day={day} at={entries[0]?.at ?? day} />
      </h3>
      <ol>
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  ));
}

const DAY_MS = 86_400_000;

function DayName({ day, at }: { day: string; at: string }) {
  const { timeline } = useTexts().lead;
  const { organization } = useMe();
  const format = useFormat();
  const dayAt = (time: number) => dayIn(new Date(time).toISOString(), organization.time_zone);
  if (day === dayAt(Date.now())) return `${timeline.today}, ${format.date(at)}`;
  if (day === dayAt(Date.now() - DAY_MS)) return `${timeline.yesterday}, ${format.date(at)}`;
  return format.date(at);
}

/** Reads on by itself when it comes into sight; the button is for whoever does not scroll. */
function Older({ busy, onReached }: { busy: boolean; onReached: () => void }) {
  const { timeline } = useTexts().lead;
  const button = useRef<HTMLButtonElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  });
  useEffect(() => {
    if (busy || button.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) reached.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <p className="pt-3 text-center">
      <Button ref={button} busy={busy} onClick={onReached}>
        {timeline.older}
      </Button>
    </p>
  );
}

const Waiting = () => (
  <div className="flex flex-col gap-4 py-4">
    <Skeleton className="h-8 w-3/4" />
    <Skeleton className="h-8 w-2/3" />
    <Skeleton className="h-8 w-4/5" />
  </div>
);
