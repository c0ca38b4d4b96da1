import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { RecordOf } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordRow } from '../../../settings/record-list.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useSourcesTexts } from '../../../texts/sources.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ArchiveSource } from './archive-source.tsx';

export type Source = RecordOf<'sources'>;

interface SourceRowProps {
  source: Source;
  /** Undefined while they are not known. */
  figures?: { count: number; estimated_value: number } | undefined;
  /** Null: the person may only read. */
  onRename: (() => void) | null;
}

export function SourceRow({ source, figures, onRename }: SourceRowProps) {
  const texts = useSourcesTexts();
  const { archived } = useSettingsTexts();
  const format = useFormat();
  const { public_id, name } = source;
  return (
    <RecordRow
      name={name}
      badges={source.archived && <Badge>{archived}</Badge>}
      detail={
        figures && (
          <span className="flex flex-wrap gap-x-2">
            {figures.count === 0 ? (
              texts.leads(0, '0')
            ) : (
              <Link to="/leads" search={{ source: public_id }} className="py-0.5 text-accent hover:underline">
                {texts.leads(figures.count, format.number(figures.count))}
              </Link>
            )}
            {figures.estimated_value > 0 && (
              <span className="py-0.5">{format.shortMoney(figures.estimated_value)}</span>
            )}
          </span>
        )
      }
      actions={
        onRename && (
          <>
            <IconButton
              label={texts.renameThis(name)}
              icon={<Pencil className="size-4" aria-hidden="true" />}
              onClick={onRename}
            />
            <ArchiveSource source={source} leads={figures?.count} />
          </>
        )
      }
    />
  );
}
