import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent font-medium',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-soft font-medium',
} as const;

export type ButtonLook = keyof typeof looks;

const BASE =
  'tap inline-flex max-w-full shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 py-1.5 text-sm whitespace-nowrap select-none [&_svg]:shrink-0';
const DISABLED = 'opacity-55';

export const buttonClass = (look: ButtonLook = 'secondary', more = ''): string => classNames(BASE, looks[look], more);

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** It works on something. As when it is disabled, it keeps the focus, and presses do nothing. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { look = 'secondary', busy = false, disabled = false, icon, className, children, onClick, ...rest } = props;
  const isOff = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      data-danger={look === 'danger' || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(look), isOff && DISABLED, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Said by screen readers, and shown when pointed at. */
  label: string;
  icon: ReactNode;
  look?: ButtonLook;
}

export const IconButton = ({ label, icon, look = 'quiet', className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    {...rest}
    className={classNames(
      'tap inline-flex size-8 shrink-0 items-center justify-center rounded-md border',
      looks[look],
      rest.disabled && DISABLED,
      className,
    )}
  >
    {icon}
  </button>
);
