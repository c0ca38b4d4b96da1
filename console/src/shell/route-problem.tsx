import { Link, useRouter } from '@tanstack/react-router';
import { isProblem, sentenceOf } from '../api/problems.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
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
  return (
    <Empty title={texts.common.problem} action={<Button onClick={again}>{texts.common.retry}</Button>}>
      <p>{sentenceOf(error, texts)}</p>
      {isProblem(error) && error.request_id !== null && (
        <p className="pt-1 text-xs">{texts.common.requestId(error.request_id)}</p>
      )}
    </Empty>
  );
}

export function NotFound() {
  const { common, shell } = useTexts();
  usePageTitle(common.notFound);
  return (
    <Empty
      title={common.notFound}
      action={
        <Link to="/leads" className="text-accent underline">
          {shell.leads}
        </Link>
      }
    >
      {common.notFoundHint}
    </Empty>
  );
}
