import { useFormat } from '../../../format/format.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useScoringTexts } from '../../../texts/scoring.ts';
import { TextField } from '../../../ui/field.tsx';
import type { ModelFields } from './model-draft.ts';

interface BandsCardProps {
  bands: ModelFields['bands'];
  onChange: (bands: ModelFields['bands']) => void;
  errorsOf: (field: string) => readonly string[];
}

export function BandsCard({ bands, onChange, errorsOf }: BandsCardProps) {
  const texts = useScoringTexts();
  const format = useFormat();
  const [hot, warm] = [Number(bands.hot), Number(bands.warm)];
  const isSound = Number.isInteger(hot) && Number.isInteger(warm) && 0 < warm && warm < hot && hot <= 100;
  const range = (from: number, to: number) => (from === to ? format.number(from) : `${from}–${to}`);
  return (
    <SettingsCard title={texts.bands} hint={texts.bandsHint}>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['hot', 'warm'] as const).map((band) => (
          <TextField
            key={band}
            label={texts[band]}
            inputMode="numeric"
            value={bands[band]}
            errors={errorsOf(`bands.${band}`)}
            onChange={(event) => onChange({ ...bands, [band]: event.target.value })}
          />
        ))}
      </div>
      {isSound && (
        <p className="text-ink-soft">{texts.ranges(range(hot, 100), range(warm, hot - 1), range(0, warm - 1))}</p>
      )}
    </SettingsCard>
  );
}
