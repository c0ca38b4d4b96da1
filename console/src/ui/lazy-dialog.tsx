import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadCode } from '../api/load-code.ts';
import { isProblem, sentenceOf } from '../api/problems.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from './toast.tsx';

/** A dialog whose code is loaded when it is opened. If that fails, it closes and says so; React's `lazy` would take the page away. */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  let Dialog: ComponentType<Props> | null = null;
  return function LazyDialog(props: Props) {
    const [, show] = useState(Dialog !== null);
    const texts = useTexts();
    const latest = useRef({ props, texts });
    latest.current = { props, texts };
    useEffect(() => {
      if (Dialog !== null) return;
      let isShown = true;
      loadCode(load).then(
        (loaded) => {
          Dialog = loaded;
          if (isShown) show(true);
        },
        (error) => {
          if (!isShown) return;
          if (!isProblem(error)) return location.reload(); // an upgrade replaced the file
          const { props, texts } = latest.current;
          toast({ kind: 'problem', title: sentenceOf(error, texts) });
          props.onClose();
        },
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
