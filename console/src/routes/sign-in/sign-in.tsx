import { useState } from 'react';
import { startWithToken } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

export function SignIn() {
  const [token, setToken] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        startWithToken(token);
      }}
    >
      <TextField label="Token" value={token} onChange={(event) => setToken(event.target.value)} />
      <Button type="submit" look="primary">
        Sign in
      </Button>
    </form>
  );
}
