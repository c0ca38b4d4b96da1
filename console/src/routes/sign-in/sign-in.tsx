import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { noteSignedIn } from '../../api/client.ts';
import { meQuery } from '../../api/me.ts';
import { queryClient } from '../../api/query-client.ts';
import { offersSingleSignOn, safePath } from '../../api/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SignInFrame } from './frame.tsx';
import { PasswordForm } from './password-form.tsx';
import { TokenForm } from './token-form.tsx';

export function SignIn() {
  const { signIn } = useTexts();
  const search = useSearch({ from: '/sign-in' });
  const to = safePath(search.to);
  useReturned(search.done !== undefined, to);
  return (
    <SignInFrame title={signIn.title}>
      {!window.isSecureContext && <Notice kind="problem">{signIn.insecure}</Notice>}
      {search.problem === 'ended' && <Notice>{signIn.ended}</Notice>}
      {search.problem !== undefined && search.problem !== 'ended' && (
        <Notice kind="problem">{signIn.problems[search.problem] ?? signIn.otherProblem}</Notice>
      )}
      {offersSingleSignOn() && (
        <>
          <a href={`/api/v1/session/oidc?to=${encodeURIComponent(to)}`} className={buttonClass('primary', 'w-full')}>
            {signIn.sso}
          </a>
          <p className="text-center text-xs text-ink-soft">{signIn.or}</p>
        </>
      )}
      <PasswordForm to={to} />
      <p className="text-xs text-ink-soft">{signIn.help}</p>
      <TokenForm to={to} />
    </SignInFrame>
  );
}

/** The company's sign-in service has sent the person back, with a session. */
function useReturned(isReturned: boolean, to: string): void {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isReturned || isAsked) return;
    setAsked(true);
    queryClient.fetchQuery(meQuery).then(
      () => {
        noteSignedIn(true);
        location.replace(to);
      },
      () => {},
    );
  }, [isReturned, isAsked, to]);
}
