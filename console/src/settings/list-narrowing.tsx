import { useSettingsTexts } from '../texts/settings.ts';
import { Checkbox } from '../ui/field.tsx';

interface ListNarrowingProps {
  /** What the search box is called; null where the list is short. */
  find: string | null;
  typed: string;
  onType: (typed: string) => void;
  hasArchived: boolean;
  isArchivedShown: boolean;
  onShowArchived: (isShown: boolean) => void;
}

/** Above a list of settings: a search box if it is long, and whether archived records are shown. */
export function ListNarrowing(props: ListNarrowingProps) {
  const { find, typed, onType, hasArchived, isArchivedShown, onShowArchived } = props;
  const { showArchived } = useSettingsTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      {find !== null && (
        <input
          type="search"
          aria-label={find}
          placeholder={find}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          className="field-box max-w-72"
        />
      )}
      {hasArchived && (
        <Checkbox
          label={showArchived}
          checked={isArchivedShown}
          onChange={(event) => onShowArchived(event.target.checked)}
        />
      )}
    </div>
  );
}
