import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { Notice } from '../ui/notice.tsx';

/** Above a record that is archived: what that means, and the button that restores it. */
export function ArchivedNotice({ text, children }: { text: string; children: ReactNode }) {
  const mayWrite = useMay()('settings:write');
  return (
    <Notice>
      <p>{text}</p>
      {mayWrite && <p className="pt-2">{children}</p>}
    </Notice>
  );
}
