import type { LeadOptions } from '../../../api/leads.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { useImportTexts } from '../../../texts/imports.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Mistakes } from './mapping.ts';
import { useFieldLabels } from './use-field-labels.ts';

/** What must be decided before the file can be sent. What is wrong with a column also stands beside it. */
export function MistakeList({ mistakes, options }: { mistakes: Mistakes; options: LeadOptions }) {
  const { actions, mapping } = useImportTexts();
  const label = useFieldLabels(options);
  const { undecided, taken, repeated, missing, isTooLong } = mistakes;
  const columns = new Set([...undecided.keys(), ...taken.keys(), ...repeated]).size;
  const sentences = [
    ...(columns > 0 ? [mapping.mistakes.some(columns)] : []),
    ...missing.map((one) =>
      one === 'contact' ? mapping.mistakes.contact : mapping.mistakes.required(label(CUSTOM + one.key)),
    ),
    ...(isTooLong ? [mapping.mistakes.tooLong] : []),
  ];
  return (
    <Notice kind="problem">
      <p className="font-medium">{actions.mistakes}</p>
      <ul className="list-disc pl-5 text-ink">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
