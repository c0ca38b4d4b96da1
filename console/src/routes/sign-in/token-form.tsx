import { useState } from 'react';
import { startWithToken } from '../../api/client.ts';
import { isGoodToken } from '../../api/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** For developers, who have tokens and no password. */
export function TokenForm({ to }: { to: string }) {
  const { signIn, common } = useTexts();
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);
  const enter = async () => {
    setBusy(true);
    try {
      if (await isGoodToken(token.trim())) return startWithToken(token.trim(), to);
      setErrors([signIn.tokenRefused]);
    } catch {
      setErrors([common.offline]);
    }
    setBusy(false);
  };
  return (
    <details className="border-t border-line pt-3">
      <summary className="tap text-sm text-ink-soft hover:text-ink">{signIn.withToken}</summary>
      <form
        noValidate
        className="flex flex-col gap-3 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <TextField
          label={signIn.token}
          hint={signIn.tokenHint}
          value={token}
          errors={errors}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {signIn.withToken}
        </Button>
      </form>
    </details>
  );
}
