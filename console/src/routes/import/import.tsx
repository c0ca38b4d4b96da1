import { useRef, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Notice } from '../../ui/notice.tsx';
import { ChooseFile } from './choose-file.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { Prepare } from './prepare.tsx';
import { type FileFault, type FileStart, readFileStart } from './reading/file-start.ts';
import { useDroppedFile } from './use-dropped-file.ts';

/** Bringing in leads from a file. */
export function Import() {
  const texts = useImportTexts();
  const may = useMay();
  usePageTitle(texts.title);
  return (
    <div className="flex max-w-5xl flex-col gap-4 p-4 md:p-6">
      <header>
        <h1 className="text-xl font-semibold">{texts.title}</h1>
        {may('leads:import') && <p className="max-w-3xl text-ink-soft">{texts.hint}</p>}
      </header>
      {may('leads:import') ? <FromFile /> : <NotAllowed />}
    </div>
  );
}

interface Chosen {
  /** Tells choices apart, also of the same file. */
  turn: number;
  file: File;
  start: FileStart;
}

function FromFile() {
  const { choose, faults } = useImportTexts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<{ name: string; kind: FileFault } | null>(null);
  const [isReading, setReading] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const turn = useRef(0);
  const take = async (file: File) => {
    const own = ++turn.current;
    setReading(true);
    const start = await readFileStart(file);
    if (own !== turn.current) return; // another one was chosen meanwhile
    setReading(false);
    setFault('fault' in start ? { name: file.name, kind: start.fault } : null);
    setChosen('fault' in start ? null : { turn: own, file, start });
  };
  const isOver = useDroppedFile(isBusy || isReading, ([file, ...others]) => {
    if (file === undefined) return;
    if (others.length === 0) return void take(file);
    setFault({ name: file.name, kind: 'several' });
    setChosen(null);
  });
  if (chosen !== null) {
    const { file, start } = chosen;
    return (
      <Prepare key={chosen.turn} file={file} start={start} onFile={(other) => void take(other)} onBusy={setBusy} />
    );
  }
  return (
    <>
      {fault !== null && (
        <Notice kind="problem">
          <p className="font-medium break-words">{choose.refused(fault.name)}</p>
          <p className="text-ink">{faults[fault.kind]}</p>
        </Notice>
      )}
      <ChooseFile isReading={isReading} isOver={isOver} onFile={(file) => void take(file)} />
      <EarlierImports />
    </>
  );
}
