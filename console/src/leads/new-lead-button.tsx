import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Lead, leadQuery } from '../api/leads.ts';
import { useMay, useMe } from '../api/me.ts';
import { hasCode } from '../api/problems.ts';
import { queryClient } from '../api/query-client.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { toast } from '../ui/toast.tsx';

const NewLeadDialog = lazyDialog(async () => (await import('./new-lead-dialog.tsx')).NewLeadDialog);

/** Makes a lead by hand, from anywhere, and opens it. */
export function NewLeadButton() {
  const { create } = useTexts().lead;
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const shown = useShowCreated();
  if (!may('leads:create')) return null;
  return (
    <>
      <Button
        look="primary"
        icon={<Plus className="size-4" aria-hidden="true" />}
        aria-label={create.button}
        onClick={() => setOpen(true)}
      >
        <span className="hidden sm:inline">{create.button}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <NewLeadDialog
            open
            onClose={() => setOpen(false)}
            onCreated={(lead) => {
              setOpen(false);
              void shown(lead);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Opens the new lead, unless the rules gave it to somebody whose leads the person does not see. */
export function useShowCreated(): (lead: Lead) => Promise<void> {
  const { create } = useTexts().lead;
  const { scope, membership } = useMe();
  const may = useMay();
  const format = useFormat();
  const navigate = useNavigate();
  const isSeen = async ({ public_id, owner }: Lead): Promise<boolean> => {
    if (!may('leads:read')) return false;
    if (scope === 'organization' || owner?.public_id === membership.public_id) return true;
    if (scope === 'own') return false;
    return queryClient
      .fetchQuery(leadQuery(public_id))
      .then(() => true)
      .catch((error) => !hasCode(error, 'not_found'));
  };
  return async (lead) => {
    const title = create.created(format.name(lead.contact));
    void queryClient.invalidateQueries({ queryKey: ['leads'] });
    if (await isSeen(lead)) {
      toast({ title });
      await navigate({ to: '/leads/$leadId', params: { leadId: lead.public_id } });
    } else {
      toast({ title, description: lead.owner === null ? create.givenAway : create.givenTo(lead.owner.name) });
    }
  };
}
