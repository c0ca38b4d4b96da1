import { CircleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import type { Filters } from '../../api/leads.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type ChangeFilters, FilterPopover } from './filter-bar.tsx';
import { useFilterTexts } from './filter-texts.ts';
import { withFilter } from './filters.ts';

interface FilterChipsProps {
  filters: Filters;
  onChange: ChangeFilters;
  errors: Readonly<Record<string, string[]>>;
  onClear: () => void;
}

/** What narrows the list down: each can be changed and taken out. */
export function FilterChips({ filters, onChange, errors, onClear }: FilterChipsProps) {
  const { filters: own } = useTexts().leads;
  const texts = useFilterTexts(filters);
  const place = useRef<HTMLDivElement>(null);
  const names = Object.keys(filters).filter((name) => name !== 'search');
  const wrong = names.filter((name) => errors[name] !== undefined);
  // It stays where it is, so that the focus has a place when the last chip goes.
  if (names.length === 0) return <div ref={place} tabIndex={-1} className="sr-only" />;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <div className="flex flex-wrap items-center gap-1.5">
        <ul aria-label={own.active} className="flex min-w-0 flex-wrap items-center gap-1.5">
          {names.map((name) => {
            const label = texts.label(name);
            const isWrong = errors[name] !== undefined;
            return (
              <li
                key={name}
                className={classNames(
                  'inline-flex max-w-full items-center rounded-full border text-xs',
                  isWrong ? 'border-danger bg-danger-soft text-danger' : 'border-line bg-accent-soft',
                )}
              >
                <FilterPopover
                  name={name}
                  filters={filters}
                  onChange={onChange}
                  texts={texts}
                  errors={errors[name]}
                  trigger={
                    <button type="button" className="tap min-w-0 truncate rounded-full py-1 pr-1 pl-2.5">
                      <span className={isWrong ? '' : 'text-ink-soft'}>{label}:</span>{' '}
                      <span className="font-medium">{texts.value(name, filters[name] ?? '')}</span>
                    </button>
                  }
                />
                <button
                  type="button"
                  aria-label={own.remove(label)}
                  title={own.remove(label)}
                  onClick={() => {
                    place.current?.focus();
                    onChange(withFilter(filters, name, ''), false);
                  }}
                  className="tap inline-flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-hover"
                >
                  <X className="size-3.5" aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
        <Button
          look="quiet"
          className="px-2 py-0.5 text-xs text-accent!"
          onClick={() => {
            place.current?.focus();
            onClear();
          }}
        >
          {own.clearAll}
        </Button>
      </div>
      {wrong.map((name) => (
        <p key={name} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          <span>{`${texts.label(name)}: ${errors[name]?.join(' ')}`}</span>
        </p>
      ))}
    </div>
  );
}
