import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useMay } from '../../../api/me.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useRemovalFocus } from '../../../settings/use-removal-focus.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { OriginsState } from './use-origins.ts';

/** The sites whose pages may show the form, each checked when it is added. */
export function Origins({ state, errors }: { state: OriginsState; errors: readonly string[] }) {
  const { origins: texts } = useFormTexts();
  const mayWrite = useMay()('settings:write');
  const { origins, typed, wrong, said, type, add, remove } = state;
  const { box, onRemoved } = useRemovalFocus<HTMLDivElement>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it adds the site, and does not save the form
    add();
  };
  return (
    <SettingsCard title={texts.title} hint={texts.hint}>
      <div ref={box} className="contents">
        {origins.length === 0 ? (
          <p className="text-ink-soft">{texts.none}</p>
        ) : (
          <ul aria-label={texts.title} className="flex flex-col gap-1.5">
            {origins.map((origin, index) => (
              <li
                key={origin}
                className="flex items-center gap-2 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3"
              >
                <span className="min-w-0 grow font-mono text-xs break-all">{origin}</span>
                {mayWrite && (
                  <IconButton
                    label={texts.remove(origin)}
                    icon={<X className="size-4" aria-hidden="true" />}
                    data-remove
                    onClick={() => {
                      remove(origin);
                      onRemoved(index);
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <div data-add className="flex items-end gap-2">
            <TextField
              label={texts.label}
              className="min-w-0 grow"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={texts.placeholder}
              value={typed}
              errors={wrong === null ? errors : [wrong]}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <Button className={wrong === null && errors.length === 0 ? '' : 'mb-5.5'} onClick={add}>
              {texts.add}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className={said === '' ? 'sr-only' : 'text-xs text-ink-soft'}>
        {said}
      </p>
    </SettingsCard>
  );
}
