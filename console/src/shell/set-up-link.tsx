import { Link } from '@tanstack/react-router';
import { useMay, useMe } from '../api/me.ts';
import { useTexts } from '../texts/texts.tsx';
import { buttonClass } from '../ui/button.tsx';

/** Where there are no leads yet: an admin is led through the first steps. */
export function SetUpLink() {
  const { shell } = useTexts();
  const { role } = useMe();
  const may = useMay();
  if (role !== 'admin' || !may('settings:write')) return null;
  return (
    <Link to="/welcome" className={buttonClass('primary')}>
      {shell.setUp}
    </Link>
  );
}
