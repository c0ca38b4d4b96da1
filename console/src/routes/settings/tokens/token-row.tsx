import { KeyRound, MonitorSmartphone } from 'lucide-react';
import type { Token } from '../../../api/tokens.ts';
import { useFormat } from '../../../format/format.ts';
import { EVERYTHING } from '../../../settings/abilities.ts';
import { RecordRow } from '../../../settings/record-list.tsx';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';

interface TokenRowProps {
  token: Token;
  /** Its person is signed in with it here. */
  isCurrent: boolean;
  onRevoke: () => void;
}

const IDLE_MS = 12 * 3_600_000;

/** A session ends also when it has not been used for 12 hours. */
function stateOf({ kind, revoked_at, expires_at, last_used_at, created_at }: Token, now = Date.now()) {
  if (revoked_at !== null) return kind === 'session' ? 'ended' : 'revoked';
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  const isIdle = kind === 'session' && now - Date.parse(last_used_at ?? created_at) > IDLE_MS;
  if (!isOver && !isIdle) return 'live';
  return kind === 'session' ? 'ended' : 'expired';
}

export function TokenRow({ token, isCurrent, onRevoke }: TokenRowProps) {
  const texts = useTokenTexts();
  const format = useFormat();
  const { kind, name, membership, abilities, last_used_at } = token;
  const state = stateOf(token);
  const isSession = kind === 'session';
  const Icon = isSession ? MonitorSmartphone : KeyRound;
  return (
    <RecordRow
      name={name}
      badges={
        <>
          <Badge icon={<Icon className="size-3 shrink-0" aria-hidden="true" />}>{texts.kindOf[kind]}</Badge>
          {isCurrent && <Badge tone="good">{texts.thisBrowser}</Badge>}
          {state !== 'live' && <Badge tone="danger">{texts.states[state]}</Badge>}
        </>
      }
      detail={
        <>
          <span className="block">
            {[
              membership.name,
              last_used_at === null ? texts.never : texts.lastUsed(format.ago(last_used_at)),
              ...endOf(token, texts, format),
            ].join(' · ')}
          </span>
          {!isSession && (
            <span className="block text-xs break-words">
              {abilities.includes(EVERYTHING) ? texts.everything : abilities.join(', ')}
            </span>
          )}
        </>
      }
      actions={
        state === 'live' && (
          <Button
            look="danger"
            aria-label={(isSession ? texts.signOutThis : texts.revokeThis)(name, membership.name)}
            onClick={onRevoke}
          >
            {isSession ? texts.signOut : texts.revoke}
          </Button>
        )
      }
    />
  );
}

function endOf(
  { kind, revoked_at, expires_at }: Token,
  texts: ReturnType<typeof useTokenTexts>,
  format: ReturnType<typeof useFormat>,
): string[] {
  if (revoked_at !== null) return [(kind === 'session' ? texts.endedAt : texts.revokedAt)(format.date(revoked_at))];
  if (kind === 'session') return [];
  if (expires_at === null) return [texts.noExpiry];
  const isOver = Date.parse(expires_at) <= Date.now();
  return [(isOver ? texts.expired : texts.expires)(format.date(expires_at))];
}
