import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, hasCode, isProblem, sentenceOf } from '../../api/problems.ts';
import { signIn as signInBy } from '../../api/session.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const shown = ['email', 'password', 'organization'];

interface PasswordFormProps {
  to: string;
  /** Empty: not asked for. */
  organization: string;
  onOrganizationNeeded: () => void;
}

export function PasswordForm({ to, organization, onOrganizationNeeded }: PasswordFormProps) {
  const texts = useTexts();
  const { signIn } = texts;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const entering = useMutation({
    mutationFn: () => signInBy({ email, password, ...(organization !== '' && { organization }) }, to),
    onError: (error) => {
      if (fieldErrors(error).organization !== undefined) onOrganizationNeeded();
    },
  });
  const errors = fieldErrors(entering.error);
  const message = entering.error === null ? '' : messageOf(entering.error, texts);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!entering.isPending) entering.mutate();
      }}
    >
      {message !== '' && <Notice kind="problem">{message}</Notice>}
      <TextField
        label={signIn.email}
        type="email"
        autoComplete="username"
        value={email}
        errors={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={signIn.password}
        type="password"
        autoComplete="current-password"
        value={password}
        errors={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" busy={entering.isPending}>
        {signIn.submit}
      </Button>
    </form>
  );
}

function messageOf(error: unknown, texts: Texts): string {
  if (hasCode(error, 'unauthenticated')) return texts.signIn.refused;
  if (isProblem(error) && error.code === 'rate_limited') return texts.signIn.tooMany(error.retry_after ?? 60);
  if (fieldErrors(error).organization !== undefined) return texts.signIn.problems.organization_needed ?? '';
  return sentenceOf(error, texts, shown);
}
