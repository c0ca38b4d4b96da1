import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { sentenceOf } from '../../../api/problems.ts';
import { recordQuery } from '../../../api/settings.ts';
import { type Token, type TokenFilter, tokensQuery } from '../../../api/tokens.ts';
import { ListEnd } from '../../../settings/list-end.tsx';
import { MemberPicker } from '../../../settings/member-picker.tsx';
import { RecordList } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TokenRow } from './token-row.tsx';

const IssueDialog = lazyDialog(async () => (await import('./issue-dialog.tsx')).IssueDialog);

const kinds = ['all', 'token', 'session'] as const;
type Kind = (typeof kinds)[number];
/** Tokens, unless the address names a person: then everything of this person. */
const kindIn = (said: string | undefined, person: string | undefined): Kind =>
  kinds.find((one) => one === said) ?? (person === undefined ? 'token' : 'all');

export function Tokens() {
  const { sections } = useSettingsTexts();
  const { problems } = useTexts();
  if (useMay()('tokens:write')) return <TokenList />;
  return (
    <SettingsPage title={sections.tokens.name}>
      <Notice>{problems.forbidden}</Notice>
    </SettingsPage>
  );
}

function TokenList() {
  const { sections } = useSettingsTexts();
  const texts = useTokenTexts();
  const all = useTexts();
  const said = useSearch({ from: '/signed-in/settings/tokens' });
  const navigate = useNavigate();
  const kind = kindIn(said.kind, said.person);
  const filter: TokenFilter = {
    ...(kind !== 'all' && { kind }),
    ...(said.person !== undefined && { membership: said.person.slice(0, 100) }),
  };
  const query = useInfiniteQuery(tokensQuery(filter));
  const { data: person } = useQuery({
    ...recordQuery('memberships', said.person ?? ''),
    enabled: said.person !== undefined,
  });
  const current = useMe().token.public_id;
  const [issuing, setIssuing] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const show = (next: { kind?: string; person?: string }) => void navigate({ to: '/settings/tokens', search: next });
  const tokens = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const issue = (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden="true" />} onClick={() => setIssuing(true)}>
      {texts.issue}
    </Button>
  );
  const isPlain = kind === 'token' && said.person === undefined;
  return (
    <SettingsPage title={sections.tokens.name} description={sections.tokens.hint} wide actions={issue}>
      <search className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={texts.kind}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          onChange={(event) => show({ kind: event.target.value, ...(said.person && { person: said.person }) })}
        />
        <Field label={texts.person}>
          {({ id }) => (
            <div className="flex gap-2">
              <div className="min-w-0 grow">
                <MemberPicker
                  key={said.person ?? ''}
                  id={id}
                  label={texts.person}
                  placeholder={texts.anybody}
                  value={person?.record ?? null}
                  onChange={(one) => one && show({ kind, person: one.public_id })}
                />
              </div>
              {said.person !== undefined && <Button onClick={() => show({ kind })}>{texts.showAll}</Button>}
            </div>
          )}
        </Field>
      </search>
      {query.isError && tokens.length === 0 && (
        <Notice kind="problem">
          <p>{`${texts.notLoaded} ${sentenceOf(query.error, all)}`}</p>
          <Button className="mt-2" onClick={() => void query.refetch()}>
            {all.common.retry}
          </Button>
        </Notice>
      )}
      {query.isPending && <Skeleton className="h-72" />}
      {query.isSuccess && tokens.length === 0 && (
        <Empty title={isPlain ? texts.none : texts.noneFound} action={isPlain && issue}>
          {isPlain ? texts.noneHint : texts.noneFoundHint}
        </Empty>
      )}
      {tokens.length > 0 && (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <RecordList label={texts.list}>
            {tokens.map((token) => (
              <TokenRow
                key={token.public_id}
                token={token}
                isCurrent={token.public_id === current}
                onRevoke={() => setRevoked(token)}
              />
            ))}
          </RecordList>
        </div>
      )}
      <ListEnd query={query} />
      {issuing && (
        <Suspense>
          <IssueDialog person={person?.record ?? null} onClose={() => setIssuing(false)} />
        </Suspense>
      )}
      {revoked && (
        <RevokeDialog token={revoked} isCurrent={revoked.public_id === current} onClose={() => setRevoked(null)} />
      )}
    </SettingsPage>
  );
}
