import { Link, useRouter } from '@tanstack/react-router';
import { hasCode, isProblem, sentenceOf } from '../api/problems.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from './page-title.ts';

/** A screen could not be shown. */
export function RouteProblem({ error, reset }: { error: unknown; reset: () => void }) {
  const texts = useTexts();
  usePageTitle(texts.common.problem);
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  if (hasCode(error, 'not_found')) return <NotFound />;
  const sentence = sentenceOf(error, texts);
  return (
    <Empty isScreen title={texts.common.problem} action={<Button onClick={again}>{texts.common.retry}</Button>}>
      {sentence !== texts.common.problem && <p>{sentence}</p>}
      {isProblem(error) && error.request_id !== null && (
        <p className="pt-1 text-xs">{texts.common.requestId(error.request_id)}</p>
      )}
    </Empty>
  );
}

export function NotFound() {
  const { common, lead } = useTexts();
  usePageTitle(common.notFound);
  return (
    <Empty
      isScreen
      title={common.notFound}
      action={
        <Link to="/leads" className={buttonClass()}>
          {lead.toLeads}
        </Link>
      }
    >
      {common.notFoundHint}
    </Empty>
  );
}
