import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useTexts } from '../texts/texts.tsx';
import { popupClass } from './menu.tsx';

export interface Choice {
  value: string;
  label: string;
  note?: string | undefined;
}

interface ComboboxProps {
  id?: string;
  label: string;
  /** What matches the text typed; the caller finds it. */
  choices: readonly Choice[];
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  onSearch: (text: string) => void;
  placeholder?: string;
  /** What ties it to the messages of its field. */
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

/** Choosing from a list that is too long to show, by typing. */
export function Combobox({ id, label, choices, value, onChange, onSearch, placeholder, ...field }: ComboboxProps) {
  const { common } = useTexts();
  return (
    <Base.Root
      items={choices}
      filter={null}
      value={value}
      onValueChange={(choice) => onChange(choice)}
      onInputValueChange={(text) => onSearch(text)}
      itemToStringLabel={(choice: Choice) => choice.label}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
    >
      <div className="relative">
        <Base.Input
          {...field}
          aria-label={label}
          className="field-box truncate pr-8"
          {...(id && { id })}
          {...(placeholder && { placeholder })}
        />
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-ink-soft"
          aria-hidden="true"
        />
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Base.Popup className={`${popupClass} w-(--anchor-width)`}>
            <Base.Empty className="px-2.5 py-1.5 text-sm text-ink-soft empty:hidden">{common.noMatch}</Base.Empty>
            <Base.List>
              {(choice: Choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice}
                  className="tap rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="block truncate">{choice.label}</span>
                  {choice.note && <span className="block truncate text-xs text-ink-soft">{choice.note}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
