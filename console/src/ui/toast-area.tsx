import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../texts/texts.tsx';

const manager = Base.createToastManager();

let listens: () => void;
/** The manager forgets what it is told before the area listens, which is a moment after this module has arrived. */
const listening = new Promise<void>((resolve) => {
  listens = resolve;
});

export interface ToastOptions {
  title: string;
  description?: string;
  /** `problem` interrupts what a screen reader says. */
  kind?: 'done' | 'problem';
  action?: { label: string; onPress: () => void };
}

/** How long it can be undone. */
const WITH_ACTION_MS = 10_000;
const MESSAGE_MS = 5_000;

/** See `toast`. */
export async function show({ title, description, kind = 'done', action }: ToastOptions): Promise<() => void> {
  await listening;
  const id = manager.add({
    title,
    ...(description !== undefined && { description }),
    type: kind,
    priority: kind === 'problem' ? 'high' : 'low',
    timeout: action || kind === 'problem' ? WITH_ACTION_MS : MESSAGE_MS,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onPress();
        },
      },
    }),
  });
  return () => manager.close(id);
}

/** Above the navigation of phones, and above a screen's own bar (`data-thumb-bar` there, `data-wide-bar` elsewhere): what is pressed stays in reach. */
const AREA =
  'fixed right-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] left-3 z-50 flex flex-col gap-2 max-md:[:root:has([data-thumb-bar])_&]:bottom-[calc(8.75rem+env(safe-area-inset-bottom))] md:bottom-4 md:left-auto md:w-96 md:[:root:has([data-wide-bar])_&]:bottom-18';

export function ToastArea() {
  const { common } = useTexts();
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport aria-label={common.messages} className={AREA}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  const { common } = useTexts();
  // Told after the provider's own effect, which listens: promises are continued after all effects of a drawing.
  useEffect(() => listens(), []);
  return toasts.map((one) => (
    <Base.Root
      key={one.id}
      toast={one}
      data-message
      aria-hidden={false} // its buttons can be reached before it has the focus
      className={`flex items-start gap-3 rounded-md border bg-raised p-3 shadow-popup ${one.type === 'problem' ? 'border-danger' : 'border-line'}`}
    >
      <Base.Content className="min-w-0 grow wrap-anywhere">
        <Base.Title className={`font-medium ${one.type === 'problem' ? 'text-danger' : ''}`} />
        <Base.Description className="text-ink-soft" />
      </Base.Content>
      {one.actionProps && <Base.Action className="tap rounded-md px-2 py-1 font-medium text-accent hover:bg-hover" />}
      <Base.Close
        aria-label={common.close}
        aria-hidden={false}
        className="tap inline-flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-hover"
      >
        <X className="size-4" aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ));
}
