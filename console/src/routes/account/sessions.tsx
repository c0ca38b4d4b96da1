import { useMutation, useQuery } from '@tanstack/react-query';
import { isByToken } from '../../api/client.ts';
import { sentenceOf } from '../../api/problems.ts';
import { queryClient } from '../../api/query-client.ts';
import { endSession, sessionsQuery, signOut } from '../../api/session.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';

/** The person's own sessions, each of which can be ended. */
export function Sessions() {
  const texts = useTexts();
  const { account, common } = texts;
  const format = useFormat();
  const { data: sessions, error } = useQuery({ ...sessionsQuery, enabled: !isByToken });
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: () => toast({ title: account.ended }),
    onError: (error) => toast({ kind: 'problem', title: common.problem, description: sentenceOf(error, texts) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <section aria-labelledby="sessions" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="sessions" className="text-base font-semibold">
        {account.sessions}
      </h2>
      <p className="pb-2 text-ink-soft">{account.sessionsHint}</p>
      {error !== null && <p className="text-danger">{sentenceOf(error, texts)}</p>}
      {sessions === undefined && error === null && !isByToken && <Skeleton className="h-16" />}
      {isByToken && <p>{account.none}</p>}
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <li key={session.public_id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.name}
                {session.current && <Badge tone="good">{account.thisOne}</Badge>}
              </p>
              <p className="text-xs text-ink-soft">{account.lastUsed(format.ago(session.last_used_at))}</p>
            </div>
            <Button
              aria-label={account.endThis(session.name)}
              busy={ending.isPending && ending.variables === session.public_id}
              onClick={() => (session.current ? void signOut() : ending.mutate(session.public_id))}
            >
              {account.end}
            </Button>
          </li>
        ))}
      </ul>
      <h3 className="pt-4 font-semibold">{account.password}</h3>
      <p className="text-ink-soft">{account.passwordHint}</p>
    </section>
  );
}
