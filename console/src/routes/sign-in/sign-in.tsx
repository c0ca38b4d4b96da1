import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { noteSignedIn } from '../../api/client.ts';
import { meQuery } from '../../api/me.ts';
import { queryClient } from '../../api/query-client.ts';
import { offersSingleSignOn, safePath } from '../../api/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SignInFrame } from './frame.tsx';
import { PasswordForm } from './password-form.tsx';
import { TokenForm } from './token-form.tsx';

export function SignIn() {
  const { signIn } = useTexts();
  const search = useSearch({ from: '/sign-in' });
  const to = safePath(search.to);
  useReturned(search.done !== undefined, to);
  const [organization, setOrganization] = useState('');
  const [isAsked, setAsked] = useState(search.problem === 'organization_needed');
  return (
    <SignInFrame title={signIn.title}>
      {!window.isSecureContext && <Notice kind="problem">{signIn.insecure}</Notice>}
      {search.problem === 'ended' && <Notice>{signIn.ended}</Notice>}
      {search.problem !== undefined && search.problem !== 'ended' && (
        <Notice kind="problem">{signIn.problems[search.problem] ?? signIn.otherProblem}</Notice>
      )}
      {isAsked && (
        <TextField
          label={signIn.organization}
          hint={signIn.organizationHint}
          value={organization}
          onChange={(event) => setOrganization(event.target.value)}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {offersSingleSignOn() && (
        <>
          <a href={singleSignOn(to, organization)} className={buttonClass('primary', 'w-full')}>
            {signIn.sso}
          </a>
          <p className="text-center text-xs text-ink-soft">{signIn.or}</p>
        </>
      )}
      <PasswordForm to={to} organization={organization.trim()} onOrganizationNeeded={() => setAsked(true)} />
      <p className="text-xs text-ink-soft">{signIn.help}</p>
      <TokenForm to={to} />
    </SignInFrame>
  );
}

/** The browser comes back to this page, which then sees whether somebody is signed in. */
function singleSignOn(to: string, organization: string): string {
  const back = `/sign-in?done=1&to=${encodeURIComponent(to)}`;
  const asked = new URLSearchParams({
    to: back,
    ...(organization.trim() !== '' && { organization: organization.trim() }),
  });
  return `/api/v1/session/oidc?${asked}`;
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
