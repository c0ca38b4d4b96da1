import { FileUp } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useImportTexts } from '../../texts/imports.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';

interface FileInputProps {
  input: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
}

/** Opened by a button, which is what keyboards and screen readers meet. */
const FileInput = ({ input, onFile }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    accept=".csv,.tsv,.txt,text/csv"
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      target.value = ''; // the same file can be chosen again, corrected
      if (file !== undefined) onFile(file);
    }}
  />
);

interface ChooseFileProps {
  isReading: boolean;
  /** A file is held above the page. */
  isOver: boolean;
  onFile: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function ChooseFile({ isReading, isOver, onFile }: ChooseFileProps) {
  const { choose } = useImportTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-10 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp className="size-8 text-ink-soft" aria-hidden="true" />
      <p className="text-base font-medium">{choose.drop}</p>
      <p className="text-ink-soft">{choose.or}</p>
      <Button look="primary" busy={isReading} onClick={() => input.current?.click()}>
        {choose.button}
      </Button>
      <FileInput input={input} onFile={onFile} />
      <p className="pt-1 text-xs text-ink-soft">{choose.limits}</p>
      <p role="status" className="flex items-center gap-2 empty:hidden">
        {isReading && (
          <>
            <Spinner />
            {choose.reading}
          </>
        )}
      </p>
    </div>
  );
}

export function ChooseAnother({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const { choose } = useImportTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {choose.another}
      </Button>
      <FileInput input={input} onFile={onFile} />
    </>
  );
}
