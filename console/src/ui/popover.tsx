import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { popupClass } from './menu.tsx';

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  title?: string;
  children: ReactNode;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small panel beside its button, for filters and explanations. */
export const Popover = ({ trigger, title, children, align = 'start', open, onOpenChange }: PopoverProps) => (
  <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange: (is) => onOpenChange(is) })}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
        <Base.Popup className={classNames(popupClass, 'w-72 p-3')}>
          {title && <Base.Title className="pb-2 text-sm font-semibold">{title}</Base.Title>}
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
