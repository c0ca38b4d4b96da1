import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

interface EffectsProps {
  title: string;
  sentences: readonly ReactNode[];
}

/** What a change means for leads, before it is saved. Screen readers hear of it as it comes. */
export function Effects({ title, sentences }: EffectsProps) {
  return (
    <div role="status">
      {sentences.length > 0 && (
        <div className="flex items-start gap-2 rounded-md border border-line bg-info-soft px-3 py-2">
          <Info className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
          <div className="min-w-0 grow">
            <p className="font-medium">{title}</p>
            <ul className="list-disc pl-4">
              {sentences.map((sentence, index) => (
                <li key={index}>{sentence}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
