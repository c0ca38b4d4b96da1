import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lead } from '../api/leads.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { type ButtonLook, buttonClass } from '../ui/button.tsx';

interface LinkProps {
  contact: Lead['contact'];
  /** Only the icon. */
  compact?: boolean;
  look?: ButtonLook;
}

/** Opens the phone's dialer. */
export function CallLink({ contact, ...rest }: LinkProps) {
  const { myLeads } = useTexts();
  const format = useFormat();
  if (contact.phone === null) return null;
  return (
    <ContactLink
      {...rest}
      href={`tel:${contact.phone}`}
      label={myLeads.callLead(format.name(contact))}
      text={myLeads.call}
      action="call"
      icon={<Phone className="size-4" aria-hidden="true" />}
    />
  );
}

/** Opens a chat in WhatsApp, which only then learns the number. */
export function WhatsAppLink({ contact, ...rest }: LinkProps) {
  const { myLeads } = useTexts();
  const format = useFormat();
  if (contact.phone === null) return null;
  return (
    <ContactLink
      {...rest}
      href={`https://wa.me/${contact.phone.slice(1)}`}
      label={myLeads.whatsappLead(format.name(contact))}
      text={myLeads.whatsapp}
      action="whatsapp"
      icon={<MessageCircle className="size-4" aria-hidden="true" />}
    />
  );
}

export function EmailLink({ contact, ...rest }: LinkProps) {
  const { myLeads } = useTexts();
  if (contact.email === null) return null;
  return (
    <ContactLink
      {...rest}
      href={`mailto:${contact.email}`}
      label={`${myLeads.emailTo} ${contact.email}`}
      text={myLeads.emailTo}
      action="email"
      icon={<Mail className="size-4" aria-hidden="true" />}
    />
  );
}

interface ContactLinkProps extends Omit<LinkProps, 'contact'> {
  href: string;
  label: string;
  text: string;
  /** For keys that press it. */
  action: string;
  icon: ReactNode;
}

const ContactLink = ({ href, label, text, action, icon, compact, look = 'secondary' }: ContactLinkProps) => (
  <a
    href={href}
    aria-label={label}
    title={label}
    data-action={action}
    {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
    className={
      compact ? 'tap inline-flex size-9 items-center justify-center rounded-md hover:bg-sunken' : buttonClass(look)
    }
  >
    {icon}
    {!compact && text}
  </a>
);
