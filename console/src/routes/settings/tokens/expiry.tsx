import { useMe } from '../../../api/me.ts';
import { dayIn, instantAt } from '../../../format/zoned.ts';
import { useTokenTexts } from '../../../texts/tokens.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/field.tsx';

const kinds = ['d30', 'd90', 'd365', 'day', 'never'] as const;
const DAY_MS = 86_400_000;

export interface Expiry {
  kind: (typeof kinds)[number];
  /** The last day on which it works, where `kind` is `day`. */
  day: string;
}

/** When it stops working, as it is sent. A day that is not there goes as it is: the service says what it must be. */
export function instantOf({ kind, day }: Expiry, timeZone: string, now = Date.now()): string | null {
  if (kind === 'never') return null;
  if (kind !== 'day') return new Date(now + Number(kind.slice(1)) * DAY_MS).toISOString();
  return instantAt(`${day}T23:59`, timeZone)?.toISOString() ?? day;
}

interface ExpiryChoiceProps {
  value: Expiry;
  onChange: (expiry: Expiry) => void;
  errors?: readonly string[] | undefined;
}

export function ExpiryChoice({ value, onChange, errors }: ExpiryChoiceProps) {
  const { form: texts } = useTokenTexts();
  const { organization } = useMe();
  const isDay = value.kind === 'day';
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={texts.expiry}
        options={kinds.map((kind) => ({ value: kind, label: texts.expiries[kind] }))}
        value={value.kind}
        errors={isDay ? [] : errors}
        onChange={(event) => onChange({ ...value, kind: event.target.value as Expiry['kind'] })}
      />
      {isDay && (
        <DateField
          label={texts.day}
          required
          min={dayIn(new Date().toISOString(), organization.time_zone)}
          value={value.day}
          errors={errors}
          onChange={(day) => onChange({ ...value, day })}
        />
      )}
    </div>
  );
}
