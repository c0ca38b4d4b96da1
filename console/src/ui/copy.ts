import { useTexts } from '../texts/texts.tsx';
import { toast } from './toast.tsx';

/** Puts a text on the clipboard, and says so. */
export function useCopy(): (what: string, text: string) => Promise<void> {
  const { common } = useTexts();
  return async (what, text) => {
    const isCopied = await copied(text);
    toast(isCopied ? { title: common.copied(what) } : { kind: 'problem', title: common.notCopied });
  };
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text); // no clipboard on pages that came over plain http
  }
}

function copiedBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
