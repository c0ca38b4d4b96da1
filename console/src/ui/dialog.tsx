import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { classNames } from './class-names.ts';
import { useFirstFocus } from './first-focus.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
  /** A press beside it does not close it: what it shows or was typed would be lost. */
  keep?: boolean;
  /** What has the focus first; else see `useFirstFocus`. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Asks something before anything else can be done. At phone width it comes up from the bottom. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, actions, children, wide, keep = false, initialFocus } = props;
  const { common } = useTexts();
  const popup = useRef<HTMLDivElement>(null);
  const first = useFirstFocus(popup);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal={keep}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(8_12_20/0.5)]" />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus ?? first.initialFocus}
          onKeyDown={first.onStart}
          onPointerDown={first.onStart}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg bg-raised shadow-popup outline-none',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg',
            wide ? 'sm:max-w-2xl' : 'sm:max-w-md',
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <Base.Title className="min-w-0 grow pt-1 text-lg font-semibold wrap-anywhere pointer-coarse:pt-2">
              {title}
            </Base.Title>
            <Base.Close
              aria-label={common.close}
              className="tap inline-flex size-8 items-center justify-center rounded-md hover:bg-hover"
            >
              <X className="size-4" aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="grow overflow-y-auto px-5 py-3 wrap-anywhere">
            {description && <Base.Description className="pb-3 text-ink-soft">{description}</Base.Description>}
            {children}
          </div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
