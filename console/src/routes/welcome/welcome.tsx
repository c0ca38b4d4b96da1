import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { anyLeadQuery } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import { peopleCountsQuery } from '../../api/people.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useWelcomeTexts } from '../../texts/welcome.ts';
import { Button } from '../../ui/button.tsx';
import { FirstLeadsStep } from './first-leads-step.tsx';
import { setAside } from './first-run.ts';
import { PeopleStep } from './people-step.tsx';
import { StagesStep } from './stages-step.tsx';

/** An empty organization is led from its people over its stages to the first lead. */
export function Welcome() {
  const texts = useWelcomeTexts();
  const me = useMe();
  const navigate = useNavigate();
  const title = texts.title(me.organization.name);
  usePageTitle(title);
  const { data: people } = useQuery(peopleCountsQuery('role', true));
  const { data: hasLead = false } = useQuery(anyLeadQuery);
  const [areStagesFine, setStagesFine] = useState(false);
  const others = people === undefined ? null : people.reduce((sum, { count }) => sum + count, 0) - 1;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4 md:p-6">
      <header>
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <p className="text-ink-soft">{texts.hint}</p>
      </header>
      <ol className="flex flex-col gap-4">
        <PeopleStep others={others} />
        <StagesStep isDone={areStagesFine || hasLead} onDone={() => setStagesFine(true)} />
        <FirstLeadsStep hasLead={hasLead} />
      </ol>
      <p>
        <Button
          look={hasLead ? 'primary' : 'quiet'}
          onClick={() => {
            setAside(me);
            void navigate({ to: '/board' });
          }}
        >
          {hasLead ? texts.leads.work : texts.later}
        </Button>
      </p>
    </div>
  );
}
