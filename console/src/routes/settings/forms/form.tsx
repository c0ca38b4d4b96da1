import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/settings.ts';
import { FormEditor } from './form-editor.tsx';

/** One form, or one that is being made. */
export function OneForm() {
  const { record } = useParams({ from: '/signed-in/settings/forms/$record' });
  return record === 'new' ? <FormEditor key="new" seen={null} /> : <KnownForm key={record} id={record} />;
}

function KnownForm({ id }: { id: string }) {
  const { data: seen } = useSuspenseQuery(recordQuery('forms', id));
  return <FormEditor seen={seen} />;
}
