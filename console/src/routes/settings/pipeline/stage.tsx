import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/settings.ts';
import { StageForm } from './stage-form.tsx';

export function Stage() {
  const { record } = useParams({ from: '/signed-in/settings/pipeline/$record' });
  return record === 'new' ? <StageForm key="new" seen={null} /> : <KnownStage key={record} id={record} />;
}

function KnownStage({ id }: { id: string }) {
  const { data: seen } = useSuspenseQuery(recordQuery('statuses', id));
  return <StageForm seen={seen} />;
}
