import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useRemovalFocus } from '../../../settings/use-removal-focus.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

interface OriginsProps {
  origins: readonly string[];
  errors: readonly string[];
  onChange: (origins: string[]) => void;
  /** Whether an address stands in the box that was not added. */
  onTyped: (isTyped: boolean) => void;
}

/** The sites whose pages may show the form, each checked when it is added. */
export function Origins({ origins, errors, onChange, onTyped }: OriginsProps) {
  const { origins: texts } = useFormTexts();
  const mayWrite = useMay()('settings:write');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const { box, onRemoved } = useRemovalFocus<HTMLDivElement>();
  const type = (text: string) => {
    setTyped(text);
    setWrong(null);
    onTyped(text.trim() !== '');
  };
  const add = () => {
    const origin = originOf(typed);
    if (origin === null) return setWrong(texts.wrong);
    if (origins.includes(origin)) return setWrong(texts.there);
    const isCut = origin !== typed.trim().replace(/\/$/, '').toLowerCase();
    setSaid(isCut ? texts.cut(origin) : texts.added(origin));
    onChange([...origins, origin]);
    type('');
  };
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
                      onChange(origins.filter((one) => one !== origin));
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

/** Scheme, host and port of an address; null where the text is none. The service has the last word. */
function originOf(text: string): string | null {
  const plain = text.trim();
  if (!/^https?:\/\//i.test(plain) || plain.includes('*') || !URL.canParse(plain)) return null;
  const { origin, hostname, username } = new URL(plain);
  return hostname === '' || username !== '' ? null : origin;
}
