import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { fieldErrors, hasCode, sentenceOf } from '../../api/problems.ts';
import { acceptInvitation } from '../../api/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SignInFrame } from './frame.tsx';

export function Invitation() {
  const texts = useTexts();
  const { signIn } = texts;
  // The token stands behind `#`, so it is in no log.
  const [token] = useState(() => location.hash.replace(/^#\/?/, ''));
  const [isDemo] = useState(() => new URLSearchParams(location.search).has('demo'));
  const accepting = useMutation({ mutationFn: (password: string | null) => acceptInvitation(token, password) });
  const isStarted = useRef(false);
  const { mutate } = accepting;
  useEffect(() => {
    // Neither the address bar nor the history keeps it.
    history.replaceState(history.state, '', location.pathname);
    if (!isDemo || isStarted.current) return;
    isStarted.current = true;
    mutate(null);
  }, [isDemo, mutate]);
  if (token === '' || hasCode(accepting.error, 'not_found')) return <Gone />;
  if (isDemo && accepting.error === null) {
    return (
      <SignInFrame title={signIn.invitationTitle}>
        <p role="status" className="flex items-center gap-2">
          <Spinner /> {signIn.invitationDemo}
        </p>
      </SignInFrame>
    );
  }
  const message = accepting.error === null ? '' : sentenceOf(accepting.error, texts, ['password']);
  return (
    <SignInFrame title={signIn.invitationTitle}>
      <p className="text-ink-soft">{signIn.invitationText}</p>
      {message !== '' && <Notice kind="problem">{message}</Notice>}
      <PasswordForm
        errors={fieldErrors(accepting.error).password}
        busy={accepting.isPending || accepting.isSuccess}
        onSet={(password) => accepting.mutate(password)}
      />
    </SignInFrame>
  );
}

function PasswordForm(props: { errors: string[] | undefined; busy: boolean; onSet: (password: string) => void }) {
  const { signIn } = useTexts();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isDifferent, setDifferent] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setDifferent(password !== repeated);
        if (password === repeated && !props.busy) props.onSet(password);
      }}
    >
      <TextField
        label={signIn.newPassword}
        hint={signIn.newPasswordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        errors={props.errors}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label={signIn.repeat}
        type="password"
        autoComplete="new-password"
        value={repeated}
        errors={isDifferent ? [signIn.different] : undefined}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <Button type="submit" look="primary" busy={props.busy}>
        {signIn.setPassword}
      </Button>
    </form>
  );
}

function Gone() {
  const { signIn } = useTexts();
  return (
    <SignInFrame title={signIn.invitationGone}>
      <p className="text-ink-soft">{signIn.invitationGoneHint}</p>
      <Link to="/sign-in" className="text-accent underline">
        {signIn.toSignIn}
      </Link>
    </SignInFrame>
  );
}
