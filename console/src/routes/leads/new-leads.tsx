import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';

/** Screen readers say at once that leads came in, and then not more often than this. */
const SAY_MS = 30_000;

interface NewLeadsProps {
  /** Leads that came in since the list was read. */
  arrived: number;
  isOld: boolean;
  onShow: () => void;
}

/** Offers what is not in the list yet. The button is not itself announced, or it would be at each arrival. */
export function NewLeads({ arrived, isOld, onShow }: NewLeadsProps) {
  const { leads } = useTexts();
  const text = arrived > 0 ? leads.newLeads(arrived) : isOld ? leads.maybeOld : '';
  return (
    <>
      <span role="status" className="sr-only">
        {useSaid(text)}
      </span>
      {text !== '' && (
        <Button
          className="rounded-full border-accent! text-accent!"
          icon={<ArrowUp className="size-4" aria-hidden="true" />}
          onClick={onShow}
        >
          {text}
        </Button>
      )}
    </>
  );
}

/** The text, behind it by a while when it changes again and again. */
function useSaid(text: string): string {
  const [said, setSaid] = useState('');
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === said) return;
    const say = () => {
      saidAt.current = performance.now();
      setSaid(text);
    };
    if (text === '') return setSaid(''); // taking it away says nothing
    const timer = setTimeout(say, Math.max(0, saidAt.current + SAY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}
