import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  /** The button that opens it. */
  trigger?: ReactElement<Record<string, unknown>>;
  /** In place of a trigger: what it stands beside. One menu can so serve many buttons. */
  anchor?: HTMLElement;
  children: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export const popupClass =
  'z-50 max-h-[min(28rem,var(--available-height))] min-w-48 max-w-[min(22rem,calc(100vw-1rem))] overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-popup outline-none';
const itemClass =
  'tap flex items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55';

export const Menu = ({ trigger, anchor, children, align = 'start', open, onOpenChange }: MenuProps) => (
  <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange: (is) => onOpenChange(is) })}>
    {trigger && <Base.Trigger render={trigger} />}
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none" {...(anchor && { anchor })}>
        <Base.Popup className={popupClass} {...(anchor && { finalFocus: () => anchor })}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface MenuItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  disabled?: boolean;
  /** Why it cannot be chosen, or what it does. */
  note?: string | undefined;
  danger?: boolean;
  /** It is what is shown now. */
  current?: boolean;
  children: ReactNode;
}

export const MenuItem = ({ onSelect, icon, disabled, note, danger, current, children }: MenuItemProps) => (
  <Base.Item
    onClick={onSelect}
    {...(disabled !== undefined && { disabled })}
    aria-current={current || undefined}
    className={classNames(itemClass, danger && 'text-danger')}
  >
    {icon && (
      <span className="shrink-0 text-ink-soft" aria-hidden="true">
        {icon}
      </span>
    )}
    <span className="min-w-0 grow">
      <span className="block truncate">{children}</span>
      {note && <span className="block text-xs text-ink-soft">{note}</span>}
    </span>
  </Base.Item>
);

interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** It stays open, so that several can be chosen. */
export const MenuCheck = ({ checked, onChange, disabled, children }: MenuCheckProps) => (
  <Base.CheckboxItem
    checked={checked}
    onCheckedChange={(is) => onChange(is)}
    closeOnClick={false}
    {...(disabled !== undefined && { disabled })}
    className={itemClass}
  >
    <span className="inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong">
      <Base.CheckboxItemIndicator>
        <Check className="size-3.5" aria-hidden="true" />
      </Base.CheckboxItemIndicator>
    </span>
    <span className="truncate">{children}</span>
  </Base.CheckboxItem>
);

export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-soft">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />;
