import { Columns3, RotateCcw } from 'lucide-react';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuCheck, MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { ChosenColumns } from './chosen-columns.ts';
import type { Column } from './columns.tsx';

/** As many as a view can keep, the name being two of them. */
const MOST = 49;

/** Which columns the table has. The name always is one. */
export function ColumnMenu({ all, chosen }: { all: readonly Column[]; chosen: ChosenColumns }) {
  const { leads } = useTexts();
  const isShown = (name: string) => name === 'name' || chosen.columns.includes(name);
  const choose = (name: string, isOn: boolean) =>
    chosen.choose(all.map((one) => one.name).filter((one) => (one === name ? isOn : isShown(one))));
  const isFull = all.filter(({ name }) => isShown(name)).length >= MOST;
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Columns3 className="size-4" aria-hidden="true" />}>{leads.columns}</Button>}
    >
      {all.map(({ name, label }) => (
        <MenuCheck
          key={name}
          checked={isShown(name)}
          disabled={name === 'name' || (isFull && !isShown(name))}
          onChange={(isOn) => choose(name, isOn)}
        >
          {label}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem icon={<RotateCcw className="size-4" />} onSelect={chosen.forget}>
        {leads.columnsReset}
      </MenuItem>
    </Menu>
  );
}
