import { Link } from '@tanstack/react-router';
import { useImportTexts } from '../../texts/imports.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';

/** For those who cannot import: who can, and what they themselves can do. */
export function NotAllowed() {
  const texts = useImportTexts();
  return (
    <Empty
      title={texts.notAllowed}
      action={
        <Link to="/leads" className={buttonClass()}>
          {texts.toLeads}
        </Link>
      }
    >
      {texts.notAllowedHint}
    </Empty>
  );
}
