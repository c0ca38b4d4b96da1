import { useState } from 'react';
import type { StatusOption } from '../../api/leads.ts';

const KEY = 'leadline.board.folded';

/** By status; what nobody has folded or unfolded is open unless leads are at their end there. */
const read = (): Readonly<Record<string, boolean>> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
};

/** Which columns are folded, on this device. */
export function useFolded() {
  const [folded, setFolded] = useState(read);
  const isFolded = ({ public_id, kind }: StatusOption): boolean => folded[public_id] ?? kind !== 'open';
  const fold = (status: StatusOption, is: boolean) => {
    const now = { ...folded, [status.public_id]: is };
    localStorage.setItem(KEY, JSON.stringify(now));
    setFolded(now);
  };
  return { isFolded, fold };
}
