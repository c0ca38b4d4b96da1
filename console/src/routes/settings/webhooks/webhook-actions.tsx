import { useNavigate } from '@tanstack/react-router';
import { KeyRound, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../api/problems.ts';
import type { Seen } from '../../../api/settings.ts';
import {
  deleteSeenWebhook,
  rotateSecret,
  type TestResult,
  testWebhook,
  type Webhook,
  webhookTouched,
} from '../../../api/webhooks.ts';
import { useFormat } from '../../../format/format.ts';
import { useRequestKey } from '../../../settings/request-key.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

type Asked = 'rotate' | 'replay' | 'delete' | null;

/** What can be done with a webhook besides changing it. */
export function WebhookActions({ seen, onSecret }: { seen: Seen<Webhook>; onSecret: (secret: string) => void }) {
  const all = useTexts();
  const texts = useWebhookTexts();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>(null);
  const [result, setResult] = useState<TestResult | null>(null);
  const keyFor = useRequestKey();
  const answered = useRef(0);
  const [isTesting, setTesting] = useState(false);
  const close = () => setAsked(null);
  const webhook = seen.record;
  const id = webhook.public_id;
  const test = async () => {
    setTesting(true);
    setResult(null);
    try {
      setResult(await testWebhook(id, keyFor(answered.current)));
      answered.current += 1;
    } catch (problem) {
      toast({ kind: 'problem', title: sentenceOf(problem, all) });
    } finally {
      setTesting(false);
    }
  };
  return (
    <SettingsCard title={texts.test.title} hint={texts.test.hint}>
      <div className="flex flex-wrap gap-2">
        <Button busy={isTesting} icon={<Send className="size-4" aria-hidden="true" />} onClick={() => void test()}>
          {texts.test.button}
        </Button>
        <Button icon={<RotateCcw className="size-4" aria-hidden="true" />} onClick={() => setAsked('replay')}>
          {texts.replay.button}
        </Button>
        <Button icon={<KeyRound className="size-4" aria-hidden="true" />} onClick={() => setAsked('rotate')}>
          {texts.secret.rotate}
        </Button>
        <span className="grow" />
        <Button
          look="danger"
          icon={<Trash2 className="size-4" aria-hidden="true" />}
          onClick={() => setAsked('delete')}
        >
          {texts.remove.button}
        </Button>
      </div>
      {result && <TestOutcome result={result} />}
      {asked === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={texts.secret.rotateTitle}
          text={`${texts.secret.rotateText} ${texts.secret.rotateTwice}`}
          action={texts.secret.rotateNow}
          onClose={close}
          run={async (key) => {
            const { secret } = await rotateSecret(id, key);
            onSecret(secret);
            webhookTouched(id);
          }}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={texts.remove.title}
          text={texts.remove.text}
          action={texts.remove.now}
          danger
          onClose={close}
          run={async () => {
            if (!(await deleteSeenWebhook(seen))) return false;
            await navigate({ to: '/settings/webhooks', replace: true, ignoreBlocker: true });
            toast({ title: texts.remove.done });
            return true;
          }}
        />
      )}
    </SettingsCard>
  );
}

function TestOutcome({ result: { status, duration_ms, error } }: { result: TestResult }) {
  const texts = useWebhookTexts();
  const format = useFormat();
  const ms = format.number(duration_ms);
  if (status !== null && status >= 200 && status < 300) {
    return <Notice kind="good">{texts.test.good(status, ms)}</Notice>;
  }
  const why = error === null ? null : (texts.errors[error] ?? error);
  return (
    <Notice kind="problem">
      {[status === null ? null : texts.test.bad(status, ms), why].filter(Boolean).join(' ')}
    </Notice>
  );
}
