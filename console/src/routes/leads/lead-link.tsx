import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** A link to a lead. The router's own costs as much as the rest of a row, and dozens appear in each frame of scrolling. */
export function LeadLink({ id, ...rest }: Omit<ComponentProps<'a'>, 'id' | 'href' | 'onClick'> & { id: string }) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: '/leads/$leadId', params: { leadId: id } });
  };
  return <a href={`/leads/${id}`} onClick={open} {...rest} />;
}
