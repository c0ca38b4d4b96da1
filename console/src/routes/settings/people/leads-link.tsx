import { Link } from '@tanstack/react-router';
import { usePeopleTexts } from '../../../texts/people.ts';

/** To the list of leads, in another tab: what is being edited stays. */
export function LeadsLink({ filters }: { filters: Record<string, string> }) {
  const { person } = usePeopleTexts();
  return (
    <Link to="/leads" search={filters} target="_blank" className="tap inline-flex items-center font-medium underline">
      {person.seeLeads}
    </Link>
  );
}
