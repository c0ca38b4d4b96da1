import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type DraftRule, type SimulatedAssignment, tryOnLead } from '../../../api/distribution.ts';
import { optionsQuery } from '../../../api/leads.ts';
import { fieldErrors, sentenceOf } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { FieldInput } from '../../../leads/field-input.tsx';
import { patchOf } from '../../../leads/patch-of.ts';
import { useAttempt } from '../../../settings/use-attempt.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';

const plain = ['source', 'estimated_value', 'phone', 'email', 'first_name', 'last_name'];
const ALWAYS = ['source', 'estimated_value'];

interface TryOneProps {
  rules: DraftRule[];
  /** True: what is wrong is said elsewhere. */
  onError: (error: unknown) => boolean;
}

/** One lead, thought up: who would get it, and why. */
export function TryOne({ rules, onError }: TryOneProps) {
  const { try: texts } = useDistributionTexts();
  const all = useTexts();
  const { data: options } = useQuery(optionsQuery);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [showsAll, setShowsAll] = useState(false);
  const [isToldElsewhere, setToldElsewhere] = useState(false);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const attempt = useAttempt(
    { rules, lead: options === undefined ? {} : patchOf(given, options) },
    async (asked, signal) => {
      try {
        return await tryOnLead(asked.rules, asked.lead as object, signal);
      } catch (error) {
        setToldElsewhere(onError(error));
        throw error;
      }
    },
  );
  if (options === undefined) return null;
  const named = new Set(rules.flatMap(({ when }) => when?.all?.map(({ field }) => field) ?? []));
  const offered = [...plain, ...options.custom_fields.map(({ key }) => `${CUSTOM}${key}`)];
  const shown = offered.filter((name) => showsAll || ALWAYS.includes(name) || named.has(name));
  const errors = fieldErrors(attempt.error);
  const rest =
    attempt.error === null
      ? ''
      : sentenceOf(
          attempt.error,
          all,
          shown.map((name) => `lead.${name}`),
        );
  return (
    <section aria-labelledby="try-one" className="flex flex-col gap-3 border-t border-line pt-3">
      <div>
        <h3 id="try-one" className="font-semibold">
          {texts.one}
        </h3>
        <p className="text-ink-soft">{texts.oneHint}</p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter tries the lead; the form around it would be saved */}
      <div
        className="grid gap-3 sm:grid-cols-2"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          void attempt.run();
        }}
      >
        {shown.map((name) => (
          <FieldInput
            key={name}
            name={name}
            options={options}
            value={values[name]}
            errors={errors[`lead.${name}`]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={attempt.busy} onClick={() => void attempt.run()}>
          {texts.runOne}
        </Button>
        {shown.length < offered.length || showsAll ? (
          <Checkbox
            label={texts.allFields}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.target.checked)}
            className="tap"
          />
        ) : null}
      </div>
      {rest !== '' && !(isToldElsewhere && attempt.isStale) && (
        <Notice kind="problem">{isToldElsewhere ? texts.refused : rest}</Notice>
      )}
      <div aria-live="polite" className="empty:hidden">
        {attempt.result !== null && <Outcome assignment={attempt.result} isStale={attempt.isStale} />}
      </div>
    </section>
  );
}

/** A team can be large; the chosen one is always shown. */
const SHOWN = 20;

function Outcome({ assignment, isStale }: { assignment: SimulatedAssignment; isStale: boolean }) {
  const { try: texts, strategies } = useDistributionTexts();
  const format = useFormat();
  const { owner, rule, strategy, candidates, more_candidates } = assignment;
  const shown = [...candidates]
    .sort((one, other) => Number(other.outcome === 'chosen') - Number(one.outcome === 'chosen'))
    .slice(0, SHOWN);
  const more = more_candidates + candidates.length - shown.length;
  const why =
    rule === null
      ? owner !== null && texts.byTurns
      : strategy === null
        ? texts.waits(rule.name)
        : texts.byRule(rule.name, strategies[strategy]);
  return (
    <div className="flex flex-col gap-1">
      {isStale && <Notice>{texts.stale}</Notice>}
      <p className="font-medium break-words">{owner === null ? texts.nobodyGets : texts.wouldGet(owner.name)}</p>
      {why && <p className="break-words">{why}</p>}
      {shown.length > 0 && (
        <>
          <h4 className="pt-1 text-xs font-medium text-ink-soft">{texts.candidates}</h4>
          <ul aria-label={texts.candidates}>
            {shown.map(({ membership, outcome }) => (
              <li key={membership.public_id} className="flex flex-wrap items-center gap-x-2 py-0.5">
                <span className={`break-words ${outcome === 'chosen' ? 'font-medium' : ''}`}>{membership.name}</span>
                <span className="inline-flex items-center gap-1 text-xs text-ink-soft">
                  {outcome === 'chosen' && <Check className="size-3" aria-hidden="true" />}
                  {texts.outcomes[outcome]}
                </span>
              </li>
            ))}
            {more > 0 && <li className="text-ink-soft">{texts.more(format.number(more))}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
