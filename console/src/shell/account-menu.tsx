import { useNavigate } from '@tanstack/react-router';
import { BookOpen, LogOut, UserRound } from 'lucide-react';
import { useMe } from '../api/me.ts';
import { signOut } from '../api/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu.tsx';

export function AccountMenu() {
  const { shell, roles } = useTexts();
  const { membership, role } = useMe();
  const navigate = useNavigate();
  return (
    <Menu align="end" trigger={<IconButton label={shell.menu} icon={<UserRound className="size-5" />} />}>
      <MenuGroup label={shell.signedInAs(membership.name, roles[role])}>
        <MenuItem icon={<UserRound className="size-4" />} onSelect={() => void navigate({ to: '/account' })}>
          {shell.account}
        </MenuItem>
        <MenuItem icon={<BookOpen className="size-4" />} onSelect={() => location.assign('/docs')}>
          {shell.apiReference}
        </MenuItem>
      </MenuGroup>
      <MenuLine />
      <MenuItem icon={<LogOut className="size-4" />} onSelect={() => void signOut()}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  );
}
