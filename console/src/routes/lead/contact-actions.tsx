import { Mail, MessageCircle, Phone, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lead } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { useTexts } from '../../texts/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';

interface ContactActionsProps {
  lead: Lead;
  /** At the bottom of a phone's screen, where the thumb is. */
  asBar?: boolean;
  onNote: () => void;
}

/** One tap to call, write, or note. The links are followed by the person; the page itself asks no other host. */
export function ContactActions({ lead, asBar = false, onNote }: ContactActionsProps) {
  const texts = useTexts().lead;
  const mayWrite = useMay()('leads:update');
  const { phone, email } = lead.contact;
  const look = asBar ? 'grow flex-col gap-0.5! px-1! text-xs! min-h-12' : '';
  const size = asBar ? 'size-5' : 'size-4';
  return (
    <nav
      aria-label={texts.actions}
      data-thumb-bar={asBar || undefined}
      className={
        asBar
          ? 'sticky bottom-0 z-10 flex gap-1.5 border-t border-line bg-surface px-3 py-2 md:hidden'
          : 'hidden flex-wrap gap-2 md:flex'
      }
    >
      {phone !== null && (
        <>
          <Action href={`tel:${phone}`} primary look={look} icon={<Phone className={size} aria-hidden="true" />}>
            {texts.call}
          </Action>
          <Action
            href={`https://wa.me/${phone.slice(1)}`}
            elsewhere
            look={look}
            icon={<MessageCircle className={size} aria-hidden="true" />}
          >
            {texts.whatsapp}
          </Action>
        </>
      )}
      {email !== null && (
        <Action
          href={`mailto:${email}`}
          primary={phone === null}
          look={look}
          icon={<Mail className={size} aria-hidden="true" />}
        >
          {texts.email}
        </Action>
      )}
      {mayWrite && (
        <button type="button" onClick={onNote} className={buttonClass('secondary', look)}>
          <StickyNote className={size} aria-hidden="true" />
          {texts.note}
        </button>
      )}
    </nav>
  );
}

interface ActionProps {
  href: string;
  icon: ReactNode;
  look: string;
  primary?: boolean;
  /** Opens beside the console. */
  elsewhere?: boolean;
  children: string;
}

const Action = ({ href, icon, look, primary = false, elsewhere = false, children }: ActionProps) => (
  <a
    href={href}
    className={buttonClass(primary ? 'primary' : 'secondary', look)}
    {...(elsewhere && { target: '_blank', rel: 'noreferrer' })}
  >
    {icon}
    {children}
  </a>
);
