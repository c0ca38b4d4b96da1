import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { optionsQuery } from '../../api/leads.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Notice } from '../../ui/notice.tsx';
import { ChooseAnother } from './choose-file.tsx';
import { hasMistakes, mappingParameters, mistakesIn, ownColumns } from './mapping/mapping.ts';
import { MappingList } from './mapping/mapping-list.tsx';
import { useChoices } from './mapping/use-choices.ts';
import { OptionsCard } from './options-card.tsx';
import { PreviewTable } from './preview-table.tsx';
import type { FileStart } from './reading/file-start.ts';
import { useSize } from './size.ts';
import { Step } from './step.tsx';
import { TryAndImport } from './try-and-import.tsx';

interface PrepareProps {
  file: File;
  start: FileStart;
  onFile: (file: File) => void;
  /** A file is being sent: no other one is taken. */
  onBusy: (isBusy: boolean) => void;
}

/** From a chosen file to its import: what the columns mean, what would happen, and then for real. */
export function Prepare({ file, start, onFile, onBusy }: PrepareProps) {
  const texts = useImportTexts();
  const { columns, delimiter } = start;
  const options = useSuspenseQuery(optionsQuery).data;
  const custom = options.custom_fields;
  const choices = useChoices(columns, options);
  const { mapping, source, onDuplicate } = choices;
  const size = useSize();
  const [isSending, setSending] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
  }, []);
  const mistakes = mistakesIn(columns, mapping, custom);
  const query = {
    name: file.name.slice(0, 200),
    ...mappingParameters(columns, mapping, custom),
    ...(source !== '' && { source }),
    on_duplicate: onDuplicate,
  };
  const busy = (is: boolean) => {
    setSending(is);
    onBusy(is);
  };
  return (
    <>
      <Step
        title={file.name}
        headRef={head}
        hint={texts.file.facts(size(file.size), columns.length, texts.file.delimiters[delimiter])}
        action={<ChooseAnother disabled={isSending} onFile={onFile} />}
      >
        {ownColumns(columns).length < columns.length && <Notice>{texts.file.failures}</Notice>}
        <PreviewTable start={start} mapping={mapping} options={options} />
      </Step>
      <Step title={texts.mapping.title} hint={texts.mapping.hint}>
        <MappingList start={start} mistakes={mistakes} options={options} choices={choices} disabled={isSending} />
      </Step>
      <Step title={texts.options.title}>
        <OptionsCard sources={options.sources} choices={choices} disabled={isSending} />
      </Step>
      <TryAndImport
        key={JSON.stringify(query)}
        file={file}
        query={query}
        mistakes={hasMistakes(mistakes) ? mistakes : null}
        options={options}
        onBusy={busy}
      />
    </>
  );
}
