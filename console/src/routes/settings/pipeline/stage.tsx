import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery, recordsQuery } from '../../../api/settings.ts';
import { StageForm } from './stage-form.tsx';

export function Stage() {
  const { record } = useParams({ from: '/signed-in/settings/pipeline/$record' });
  // At once, not one after the other.
  usePrefetchQuery(recordsQuery('statuses'));
  usePrefetchQuery(recordsQuery('custom-fields'));
  return record === 'new' ? <StageForm key="new" seen={null} /> : <KnownStage key={record} id={record} />;
}

function KnownStage({ id }: { id: string }) {
  const { data: seen } = useSuspenseQuery(recordQuery('statuses', id));
  return <StageForm seen={seen} />;
}
