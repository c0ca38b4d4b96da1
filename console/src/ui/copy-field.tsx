import { Copy } from 'lucide-react';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';
import { useCopy } from './copy.ts';
import { Field } from './field.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
  /** Several lines, such as a piece of HTML. */
  rows?: number;
}

/** A text to be taken elsewhere: a link, a secret, a piece of code. */
export function CopyField({ label, value, hint, rows }: CopyFieldProps) {
  const { common } = useTexts();
  const copy = useCopy();
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <div className="flex items-start gap-2">
          {rows === undefined ? (
            <input {...control} readOnly value={value} onFocus={selectAll} className="field-box font-mono text-xs" />
          ) : (
            <textarea
              {...control}
              readOnly
              rows={rows}
              value={value}
              onFocus={selectAll}
              className="field-box resize-y font-mono text-xs"
            />
          )}
          <Button
            icon={<Copy className="size-4" aria-hidden="true" />}
            aria-label={common.copyThis(label)}
            onClick={() => void copy(label, value)}
          >
            {common.copy}
          </Button>
        </div>
      )}
    </Field>
  );
}

const selectAll = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select();
