import type { Created } from '@leadline/client';
import { Link } from '@tanstack/react-router';
import { isWhole } from '../api/leads.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { Notice } from '../ui/notice.tsx';

interface DuplicateNoticeProps {
  duplicate: Extract<Created, { duplicate: true }>;
  onOpen: () => void;
}

/** Says that the person is a lead already, and leads there if the caller may see it. */
export function DuplicateNotice({ duplicate: { lead, matched_on }, onOpen }: DuplicateNoticeProps) {
  const { create } = useTexts().lead;
  const format = useFormat();
  return (
    <Notice>
      <p className="font-medium">{create.duplicate}</p>
      <p>{matched_on.map((field) => create.matched[field]).join(' ')}</p>
      {isWhole(lead) ? (
        <>
          <p>{create.added}</p>
          <Link
            to="/leads/$leadId"
            params={{ leadId: lead.public_id }}
            onClick={onOpen}
            className="tap inline-flex items-center py-1 font-medium underline"
          >
            {create.open(format.name(lead.contact))}
          </Link>
        </>
      ) : (
        <p>{create.hidden}</p>
      )}
    </Notice>
  );
}
