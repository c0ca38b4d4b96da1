import { TriangleAlert } from 'lucide-react';
import { useDistributionTexts } from '../../../texts/distribution.ts';

/** What a rule names that is no longer in use. The service says it in English; what it says often is put into words. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  const { warnings: words } = useDistributionTexts();
  const told = (warning: string): string => {
    const [, what, name] =
      /(archived source|archived custom field|changed custom field|inactive member) (.+)$/.exec(warning) ?? [];
    if (name === undefined) return warning;
    if (what === 'archived source') return words.source(name);
    if (what === 'changed custom field') return words.changed(name);
    return what === 'inactive member' ? words.member(name) : words.field(name);
  };
  if (warnings.length === 0) return null;
  return (
    <ul>
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{told(warning)}</span>
        </li>
      ))}
    </ul>
  );
}
